import { Page } from "../../features/doctor/pages/profile";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { AccountScope } from "../scopes/account-scope";
import type { AreaPages } from "./area";

export const Scope = AccountScope;

export const pages: AreaPages = {
  [paths.doctorProfile]: { Page, title: m.nav_profile },
};
