import { Page } from "../../features/booking/pages/today";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import type { AreaPages } from "../area";
import { QueryScope } from "../query-scope";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.doctorToday]: { Page, title: m.revenue_today },
};
