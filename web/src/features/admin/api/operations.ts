/** How the installation runs, failed e-mails and messages, the data map; administrators; imported tables. */
import { useChange } from "../../../api/change";
import { api, inPath } from "../../../api/client";
import { list, query } from "../../../api/query";
import type { components } from "../../../api/schema";
import type { StepUp } from "../../../lib/step-up";
import { showMessage } from "../../../lib/toasts";
import { adminKey, refreshAdminLists, rowsPerPage, useDecision } from "./lists";

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
  useDecision((id: string) => api.admin.POST("/admin/api/operations/failed/{id}/retry", inPath({ id })));

export const useDrop = (id: string) =>
  useDecision(() => api.admin.DELETE("/admin/api/operations/failed/{id}", inPath({ id })));

export const useTestMail = () =>
  useChange({ call: (_: undefined) => api.admin.POST("/admin/api/operations/testmail") });

export const useBackUp = () => useDecision((_: undefined) => api.admin.POST("/admin/api/operations/backup"));

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
  useDecision((body: { email: string } & StepUp) => api.admin.POST("/admin/api/administrators", { body }));

export const useRemoveAdministrator = (id: string) =>
  useDecision((body: { reason: string } & StepUp) =>
    api.admin.DELETE("/admin/api/administrators/{id}", { ...inPath({ id }), body }),
  );

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
 * The preview has shown the table's errors; later ones are shown by the dialog. With `rightOnly`, rows without an error are imported
 * although others have some.
 */
export const useImportTable = (file: File, rightOnly: boolean) =>
  useDecision(async (proof: StepUp) =>
    api.admin.POST("/admin/api/imports", { body: { table: await file.text(), rightOnly, ...proof } }),
  );

export const useInviteAgain = (id: string) =>
  useDecision((_: undefined) => api.admin.POST("/admin/api/imports/{id}/invitations", inPath({ id })));

export const useUndo = (id: string, onUndone: (undone: ImportUndone) => void) =>
  useChange({
    call: (body: StepUp) => api.admin.DELETE("/admin/api/imports/{id}", { ...inPath({ id }), body }),
    onAnswer: ({ message, data }) => {
      showMessage(message);
      onUndone(data);
    },
    refreshes: refreshAdminLists,
  });
