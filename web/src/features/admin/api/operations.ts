/** How the installation runs, failed e-mails and messages, the data map; administrators; imported tables. */
import { useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { list, query } from "../../../api/query";
import type { components } from "../../../api/schema";
import type { StepUp } from "../../../lib/step-up";
import { showMessage } from "../../../lib/toasts";
import { adminKey, refreshAdminLists, rowsPerPage } from "./lists";

export type Operations = components["schemas"]["Operations"];
export type FailedItem = components["schemas"]["FailedItem"];

export const operationsQuery = () =>
  query([adminKey, "operations"], (signal) => api.admin.GET("/admin/api/operations", { signal }));

export const dataMapQuery = () =>
  query([adminKey, "data-map"], (signal) => api.admin.GET("/admin/api/operations/datamap", { signal }));

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

export type Import = components["schemas"]["Import"];
export type ImportPreview = components["schemas"]["ImportPreview"];
export type ImportUndone = components["schemas"]["ImportUndone"];

/** The newest first. */
export const importsQuery = () =>
  list([adminKey, "imports"], (cursor, signal) =>
    api.admin.GET("/admin/api/imports", { params: { query: { limit: rowsPerPage, cursor } }, signal }),
  );

/** Sends the file's bytes unchanged: the server checks the encoding. */
const asTable = (file: File) => ({
  body: file.name,
  bodySerializer: () => file,
  headers: { "Content-Type": "text/csv" },
});

export const usePreview = () =>
  useChange({
    call: (file: File) => api.admin.POST("/admin/api/imports/preview", asTable(file)),
    isAnswerShown: true,
  });

/**
 * What is wrong with a table was shown before: whatever is by now is said by the dialog. With `rightOnly`, rows without an error go in
 * although others have some.
 */
export const useImportTable = (file: File, rightOnly: boolean) =>
  useChange({
    call: async (proof: StepUp) =>
      api.admin.POST("/admin/api/imports", { body: { table: await file.text(), rightOnly, ...proof } }),
    refreshes: refreshAdminLists,
  });

export const useInviteAgain = (id: string) =>
  useChange({
    call: (_: undefined) =>
      api.admin.POST("/admin/api/imports/{id}/invitations", { params: { path: { id } } }),
    refreshes: refreshAdminLists,
  });

export const useUndo = (id: string, onUndone: (undone: ImportUndone) => void) =>
  useChange({
    call: (body: StepUp) => api.admin.DELETE("/admin/api/imports/{id}", { params: { path: { id } }, body }),
    onAnswer: ({ message, data }) => {
      showMessage(message);
      onUndone(data);
    },
    refreshes: refreshAdminLists,
  });
