/** Donors and blood requests for the administrator. */

import { api, inPath } from "../../../api/client";
import { useExportFile } from "../../../api/file";
import { query, search } from "../../../api/query";
import type { components } from "../../../api/schema";
import { adminKey, rowsPerPage as limit, useDecision } from "./lists";

export type AdminRequest = components["schemas"]["ListedRequest"];
export type RequestDetail = components["schemas"]["RequestDetail"];

interface DonorFilters {
  q: string;
  group: string;
  district: string;
}

const asked = ({ q, group, district }: DonorFilters) => ({ q, Blood_group: group, District: district });

export const adminDonorsQuery = (filters: DonorFilters) =>
  search([adminKey, "donors", filters.q, filters.group, filters.district], (cursor, signal) =>
    api.admin.GET("/admin/api/blood/donors", {
      params: { query: { ...asked(filters), limit, cursor } },
      signal,
    }),
  );

export const useExportDonors = (filters: DonorFilters) =>
  useExportFile("doc-care-donors.csv", (body) =>
    api.admin.POST("/admin/api/blood/donors/export", {
      params: { query: asked(filters) },
      body,
      parseAs: "blob",
    }),
  );

/** Open requests by urgency, others the newest first; without a status all requests. */
export const adminRequestsQuery = (status: string) =>
  search([adminKey, "bloodrequests", status], (cursor, signal) =>
    api.admin.GET("/admin/api/blood/requests", { params: { query: { status, limit, cursor } }, signal }),
  );

/** With every asked donor and their answer. Always fresh: donors answer meanwhile. */
export const adminRequestQuery = (id: string) => ({
  ...query([adminKey, "bloodrequest", id], (signal) =>
    api.admin.GET("/admin/api/blood/requests/{id}", { ...inPath({ id }), signal }),
  ),
  staleTime: 0,
});

/** Continues the request at once, also beyond its district. */
export const useAdminLookAtRequest = (id: string) =>
  useDecision((_: string) => api.admin.POST("/admin/api/blood/requests/{id}/look", inPath({ id })));

export const useAdminCloseRequest = (id: string) =>
  useDecision((reason: string) =>
    api.admin.POST("/admin/api/blood/requests/{id}/close", {
      ...inPath({ id }),
      body: { reason: reason || undefined },
    }),
  );

export const useAdminExtendRequest = (id: string) =>
  useDecision((day: string) =>
    api.admin.POST("/admin/api/blood/requests/{id}/extend", {
      ...inPath({ id }),
      body: { Needed_by: day },
    }),
  );

/** Blocks the e-mail address and the number, and closes their open requests. */
export const useAdminBlockRequester = (id: string) =>
  useDecision((reason: string) =>
    api.admin.POST("/admin/api/blood/requests/{id}/block", { ...inPath({ id }), body: { reason } }),
  );

export const useAdminUnblockRequester = (id: string) =>
  useDecision((_: string) => api.admin.POST("/admin/api/blood/requests/{id}/unblock", inPath({ id })));
