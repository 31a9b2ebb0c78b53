/** When a doctor sees patients: many forms, which a profile needs none of. */
import { Page } from "../../features/directory/pages/doctor-schedule";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import { AccountScope } from "../account-scope";
import type { AreaPages } from "../area";

export const Scope = AccountScope;

export const pages: AreaPages = {
  [paths.doctorSchedule]: { Page, title: m.schedule },
};
