import { Page } from "../../features/directory/pages/doctor-profile";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import type { AreaPages } from "../area";
import { QueryScope } from "../query-scope";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.doctorProfile]: { Page, title: m.profile },
};
