import { prefetchList } from "../../api/query";
import { pharmaciesQuery } from "../../features/directory/api";
import { pharmacyParams } from "../../features/directory/filters";
import { Page as Medicines } from "../../features/directory/pages/medicines";
import { readFilters } from "../../lib/address";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { queryClient } from "../scopes/query-client";
import { QueryScope } from "../scopes/query-scope";
import type { AreaPages } from "./area";

export const Scope = QueryScope;

export function prefetch({ pathname, search }: Pick<URL, "pathname" | "search">): void {
  const filters = readFilters(pharmacyParams, { search, hash: "" });
  prefetchList(queryClient, pharmaciesQuery(filters, pathname + search));
}

export const pages: AreaPages = {
  [paths.medicines]: { Page: Medicines, title: m.nav_medicines, description: m.medicines_description },
};
