/** Those at the desks of doctors and hospitals. It comes with the part of a sheet that shows them. */
import { refreshAdminLists } from "../../../api/admin-lists";
import { useChange } from "../../../api/change";
import { api } from "../../../api/client";

/** They are signed out at once. */
export const useEndDeskLogin = (id: string) =>
  useChange({
    call: (reason: string) =>
      api.admin.DELETE("/admin/api/desk/{id}", { params: { path: { id } }, body: { reason } }),
    refreshes: refreshAdminLists,
  });
