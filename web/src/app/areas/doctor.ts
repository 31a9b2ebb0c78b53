import { Page } from "../../features/directory/pages/doctor-profile";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import { AccountScope } from "../account-scope";
import type { AreaPages } from "../area";

export const Scope = AccountScope;

export const pages: AreaPages = {
  [paths.doctorProfile]: { Page, title: m.profile },
};
