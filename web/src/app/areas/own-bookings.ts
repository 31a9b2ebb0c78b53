import { BookedVisit, VisitsToday } from "../../features/booking/components/booked-visit";
import { Page } from "../../features/booking/pages/own-bookings";
import { Page as People } from "../../features/booking/pages/own-people";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import { AccountScope } from "../account-scope";
import type { AreaPages } from "../area";
import { QueryScope } from "../query-scope";

/** For pages of other areas, which show own bookings on top. */
export const parts = { BookedVisit, VisitsToday, QueryScope };

export const Scope = AccountScope;

export const pages: AreaPages = {
  [paths.userBookings]: { Page, title: m.bookings },
  [paths.userPeople]: { Page: People, title: m.people_title },
};
