/** Who can be found: doctors, hospitals, pharmacies. */
import { type InfiniteData, keepPreviousData } from "@tanstack/react-query";
import { api } from "../../../api/client";
import { writtenInPage } from "../../../api/early-answers";
import { keptWhileReading, question, search } from "../../../api/question";
import type { components } from "../../../api/schema";
import { serverNow } from "../../../lib/server-clock";
import { type DoctorFilters, dayMeant, type PharmacyFilters } from "../filters";
import { pageSize } from "../page-sizes";

export type FoundDoctor = components["schemas"]["FoundDoctor"];
type FoundPage = components["schemas"]["Page_FoundDoctor"];
export type Pharmacy = components["schemas"]["PlaceView"];

/** Whoever is free first comes first. */
const sort = "earliest";

export function findDoctorsQuery({ when, ...filters }: DoctorFilters) {
  const asked = { ...filters, day: dayMeant(when, serverNow()), sort };
  return {
    ...search(["doctors", "list", asked], (cursor, signal) =>
      api.public.GET("/user/api/finddoctors", {
        params: { query: { ...asked, limit: pageSize(cursor), cursor } },
        signal,
      }),
    ),
    ...keptWhileReading,
    select: shownOnce,
  };
}

/** Whose first free slot moves while the pages come may be on two of them: the first one counts. */
export function shownOnce({ pages, pageParams }: InfiniteData<FoundPage, string>) {
  const shown = new Set<string>();
  const isNew = ({ _id }: FoundDoctor) => !shown.has(_id) && shown.add(_id) !== undefined;
  return { pageParams, pages: pages.map((page) => ({ ...page, data: page.data.filter(isNew) })) };
}

export const doctorQuery = (id: string) => ({
  ...question(["doctors", id], (signal) =>
    api.public.GET("/user/api/doctor/{id}", { params: { path: { id } }, signal }),
  ),
  ...writtenInPage<FoundDoctor>(`/user/api/doctor/${id}`),
});

export const pharmaciesQuery = ({ district, q }: PharmacyFilters) => ({
  ...search(["pharmacies", district, q], (cursor, signal) =>
    api.public.GET("/user/api/pharmacies", {
      params: { query: { district, q, limit: pageSize(cursor), cursor } },
      signal,
    }),
  ),
  ...keptWhileReading,
});

/** As many as somebody looks through before typing another letter. */
const suggestions = "20";

/** The approved ones whose name contains the text. */
export const hospitalsQuery = (q: string) => ({
  ...question(["hospitals", q], (signal) =>
    api.public.GET("/user/api/hospitals", { params: { query: { q, limit: suggestions } }, signal }),
  ),
  placeholderData: keepPreviousData,
});
