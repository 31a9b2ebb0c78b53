import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import type { AreaPages } from "../area";
import { Page } from "../pages/confirm-booking";
import { QueryScope } from "../query-scope";

export const Scope = QueryScope;

export const pages: AreaPages = { [paths.confirmBooking]: { Page, title: m.confirm_booking_title } };
