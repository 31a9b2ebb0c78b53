import { Page } from "../../features/booking/pages/own-bookings";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import type { AreaPages } from "../area";
import { QueryScope } from "../query-scope";

export const Scope = QueryScope;

export const pages: AreaPages = { [paths.userBookings]: { Page, title: m.bookings } };
