import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { Page } from "../pages/confirm-booking";
import { QueryScope } from "../scopes/query-scope";
import type { AreaPages } from "./area";

export const Scope = QueryScope;

export const pages: AreaPages = { [paths.confirmBooking]: { Page, title: m.confirm_booking_title } };
