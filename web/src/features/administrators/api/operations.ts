/** How the installation is doing, the mails and messages that failed, and the data map. */
import { adminKey, refreshAdminLists, rowsPerPage } from "../../../api/admin-lists";
import { useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { list, question } from "../../../api/question";
import type { components } from "../../../api/schema";

export type Operations = components["schemas"]["Operations"];
export type FailedItem = components["schemas"]["FailedItem"];

export const operationsQuery = () =>
  question([adminKey, "operations"], (signal) => api.admin.GET("/admin/api/operations", { signal }));

export const dataMapQuery = () =>
  question([adminKey, "data-map"], (signal) => api.admin.GET("/admin/api/operations/datamap", { signal }));

/** The newest first. */
export const failedQuery = () =>
  list([adminKey, "failed"], (cursor, signal) =>
    api.admin.GET("/admin/api/operations/failed", {
      params: { query: { limit: rowsPerPage, cursor } },
      signal,
    }),
  );

export const useRetry = () =>
  useChange({
    call: (id: string) =>
      api.admin.POST("/admin/api/operations/failed/{id}/retry", { params: { path: { id } } }),
    refreshes: refreshAdminLists,
  });

export const useDrop = (id: string) =>
  useChange({
    call: () => api.admin.DELETE("/admin/api/operations/failed/{id}", { params: { path: { id } } }),
    refreshes: refreshAdminLists,
  });

export const useTestMail = () =>
  useChange({ call: (_: undefined) => api.admin.POST("/admin/api/operations/testmail") });

export const useBackUp = () =>
  useChange({
    call: (_: undefined) => api.admin.POST("/admin/api/operations/backup"),
    refreshes: refreshAdminLists,
  });
