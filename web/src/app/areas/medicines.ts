import { Page as Medicines } from "../../features/directory/pages/medicines";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { QueryScope } from "../scopes/query-scope";
import type { AreaPages } from "./area";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.medicines]: { Page: Medicines, title: m.nav_medicines, description: m.medicines_description },
};
