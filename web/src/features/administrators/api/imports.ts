/** Tables: a look at one, its import, and the way back. */
import { adminKey, refreshAdminLists, rowsPerPage } from "../../../api/admin-lists";
import { useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { list } from "../../../api/question";
import type { components } from "../../../api/schema";
import type { StepUp } from "../../../lib/step-up";
import { showMessage } from "../../../lib/toasts";

export type Import = components["schemas"]["Import"];
export type ImportPreview = components["schemas"]["ImportPreview"];
export type ImportUndone = components["schemas"]["ImportUndone"];

/** The newest first. */
export const importsQuery = () =>
  list([adminKey, "imports"], (cursor, signal) =>
    api.admin.GET("/admin/api/imports", { params: { query: { limit: rowsPerPage, cursor } }, signal }),
  );

/** The file goes as it is, byte by byte: whether it is a text is for the server to say. */
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

/** What is wrong with a table was shown before: whatever is by now is said by the dialog. */
export const useImportTable = (file: File) =>
  useChange({
    call: async (proof: StepUp) =>
      api.admin.POST("/admin/api/imports", { body: { table: await file.text(), ...proof } }),
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
