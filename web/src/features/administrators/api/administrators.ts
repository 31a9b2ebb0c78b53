/** Who administers: the list, one more, one fewer. */
import { adminKey, refreshAdminLists, rowsPerPage } from "../../../api/admin-lists";
import { useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { list } from "../../../api/question";
import type { components } from "../../../api/schema";
import type { StepUp } from "../../../lib/step-up";

export type Administrator = components["schemas"]["Administrator"];

/** The newest first. */
export const administratorsQuery = () =>
  list([adminKey, "administrators"], (cursor, signal) =>
    api.admin.GET("/admin/api/administrators", {
      params: { query: { limit: rowsPerPage, cursor } },
      signal,
    }),
  );

export const useAddAdministrator = () =>
  useChange({
    call: (body: { email: string } & StepUp) => api.admin.POST("/admin/api/administrators", { body }),
    refreshes: refreshAdminLists,
  });

export const useRemoveAdministrator = (id: string) =>
  useChange({
    call: (body: { reason: string } & StepUp) =>
      api.admin.DELETE("/admin/api/administrators/{id}", { params: { path: { id } }, body }),
    refreshes: refreshAdminLists,
  });
