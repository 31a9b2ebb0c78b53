/** The public directory: doctors, hospitals, pharmacies. */
import { type InfiniteData, keepPreviousData } from "@tanstack/react-query";
import { api, inPath } from "../../api/client";
import { embeddedData, embeddedPage } from "../../api/preloaded-responses";
import { keptWhileReading, query, search } from "../../api/query";
import type { components } from "../../api/schema";
import { serverNow } from "../../lib/server-clock";
import { type DoctorFilters, dayMeant, type PharmacyFilters } from "./filters";

export type FoundDoctor = components["schemas"]["FoundDoctor"];
type FoundPage = components["schemas"]["Page_FoundDoctor"];
type PharmacyPage = components["schemas"]["Page_PlaceView"];
export type Pharmacy = components["schemas"]["PlaceView"];

/** Sorted by the first free slot. */
const sort = "earliest";

/** `page` is the address of the page, which may contain the answer. */
export function findDoctorsQuery({ when, ...filters }: DoctorFilters, page: string) {
  const asked = { ...filters, day: dayMeant(when, serverNow()), sort };
  return {
    ...search(["doctors", "list", asked], (cursor, signal) =>
      api.public.GET("/user/api/finddoctors", {
        params: { query: { ...asked, limit: pageSize(cursor), cursor } },
        signal,
      }),
    ),
    ...embeddedPage<FoundPage>(page),
    ...keptWhileReading,
    select: shownOnce,
  };
}

/** A doctor whose first free slot moves between two pages may be on both: the first one counts. */
export function shownOnce({ pages, pageParams }: InfiniteData<FoundPage, string>) {
  const shown = new Set<string>();
  const isNew = ({ _id }: FoundDoctor) => !shown.has(_id) && shown.add(_id) !== undefined;
  return { pageParams, pages: pages.map((page) => ({ ...page, data: page.data.filter(isNew) })) };
}

export const doctorQuery = (id: string) => ({
  ...query(["doctors", id], (signal) =>
    api.public.GET("/user/api/doctor/{id}", { ...inPath({ id }), signal }),
  ),
  ...embeddedData<FoundDoctor>(`/user/api/doctor/${id}`),
});

export const pharmaciesQuery = ({ district, q }: PharmacyFilters, page: string) => ({
  ...search(["pharmacies", district, q], (cursor, signal) =>
    api.public.GET("/user/api/pharmacies", {
      params: { query: { district, q, limit: pageSize(cursor), cursor } },
      signal,
    }),
  ),
  ...embeddedPage<PharmacyPage>(page),
  ...keptWhileReading,
});

/** Maximum number of suggestions. */
const suggestions = "20";

/** The approved ones whose name contains the text. */
export const hospitalsQuery = (q: string) => ({
  ...query(["hospitals", q], (signal) =>
    api.public.GET("/user/api/hospitals", { params: { query: { q, limit: suggestions } }, signal }),
  ),
  placeholderData: keepPreviousData,
});

/** A small first page for a fast first screen; larger ones afterwards. */
const firstPage = "6";
const laterPages = "12";

/** How many rows to ask for; the first page has no cursor. */
export function pageSize(cursor: string): string {
  return cursor ? laterPages : firstPage;
}
