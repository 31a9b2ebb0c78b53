/** A worker's second factor. It comes with the part of a sheet that shows it. */
import { adminKey } from "../../../api/admin-lists";
import { useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { question } from "../../../api/question";
import type { StepUp } from "../../../lib/step-up";
import type { Category } from "../applicants";

/** Whether a worker logs in with a second factor. */
export const workerSecondFactorQuery = (category: Category, id: string) =>
  question([adminKey, "second-factor", id], (signal) =>
    api.admin.GET("/admin/api/workers/{category}/twofactor/{id}", {
      params: { path: { category, id } },
      signal,
    }),
  );

/** For somebody who lost the phone and the recovery codes. */
export const useRemoveSecondFactor = (category: Category, id: string) =>
  useChange({
    call: (body: { reason: string } & StepUp) =>
      api.admin.POST("/admin/api/workers/{category}/twofactor/{id}/off", {
        params: { path: { category, id } },
        body,
      }),
    refreshes: (queries) => queries.invalidateQueries({ queryKey: [adminKey] }),
  });
