import { BookedVisit, VisitsToday } from "../../features/booking/components/booked-visit";
import { Page as MissedCall } from "../../features/booking/pages/missed-call";
import { Page } from "../../features/booking/pages/own-bookings";
import { Page as People } from "../../features/booking/pages/own-people";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { AccountScope } from "../scopes/account-scope";
import { QueryScope } from "../scopes/query-scope";
import type { AreaPages } from "./area";

/** For pages of other areas, which show own bookings on top. */
export const parts = { BookedVisit, VisitsToday, QueryScope };

export const Scope = AccountScope;

export const pages: AreaPages = {
  [paths.userBookings]: { Page, title: m.nav_bookings },
  [paths.userPeople]: { Page: People, title: m.people_title },
  [paths.missedCall]: { Page: MissedCall, title: m.missed_call_title },
};
