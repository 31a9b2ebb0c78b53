import { Page as Medicines } from "../../features/directory/pages/medicines";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import type { AreaPages } from "../area";
import { QueryScope } from "../query-scope";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.medicines]: { Page: Medicines, title: m.medicines_title, description: m.medicines_description },
};
