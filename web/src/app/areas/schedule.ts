/** When a doctor sees patients: many forms, which a profile needs none of. */
import { Page } from "../../features/doctor/pages/schedule";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { AccountScope } from "../scopes/account-scope";
import type { AreaPages } from "./area";

export const Scope = AccountScope;

export const pages: AreaPages = {
  [paths.doctorSchedule]: { Page, title: m.nav_schedule },
};
