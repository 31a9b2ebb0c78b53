/** When a doctor sees patients: many forms, which a profile needs none of. */
import { Page } from "../../features/directory/pages/doctor-schedule";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import type { AreaPages } from "../area";
import { QueryScope } from "../query-scope";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.doctorSchedule]: { Page, title: m.schedule },
};
