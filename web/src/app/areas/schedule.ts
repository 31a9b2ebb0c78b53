/** A doctor's hours: many forms that the profile does not need. */
import { Page } from "../../features/doctor/pages/schedule";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { AccountScope } from "../scopes/account-scope";
import type { AreaPages } from "./area";

export const Scope = AccountScope;

export const pages: AreaPages = {
  [paths.doctorSchedule]: { Page, title: m.nav_schedule },
};
