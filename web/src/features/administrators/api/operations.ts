/** How the installation is doing, the mails that failed, and the data map. */
import { adminKey, refreshAdminLists, rowsPerPage } from "../../../api/admin-lists";
import { useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { list, question } from "../../../api/question";
import type { components } from "../../../api/schema";

export type Operations = components["schemas"]["Operations"];
export type FailedMail = components["schemas"]["FailedMail"];

export const operationsQuery = () =>
  question([adminKey, "operations"], (signal) => api.admin.GET("/admin/api/operations", { signal }));

export const dataMapQuery = () =>
  question([adminKey, "data-map"], (signal) => api.admin.GET("/admin/api/operations/datamap", { signal }));

/** The newest first. */
export const failedMailsQuery = () =>
  list([adminKey, "failed-mails"], (cursor, signal) =>
    api.admin.GET("/admin/api/operations/mails", {
      params: { query: { limit: rowsPerPage, cursor } },
      signal,
    }),
  );

export const useRetryMail = () =>
  useChange({
    call: (id: string) =>
      api.admin.POST("/admin/api/operations/mails/{id}/retry", { params: { path: { id } } }),
    refreshes: refreshAdminLists,
  });

export const useDropMail = (id: string) =>
  useChange({
    call: () => api.admin.DELETE("/admin/api/operations/mails/{id}", { params: { path: { id } } }),
    refreshes: refreshAdminLists,
  });
