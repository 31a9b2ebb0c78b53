/** The own account of somebody at a desk. */
import { useChange } from "../../../api/change";
import { api } from "../../../api/client";
import { saveFile } from "../../../api/file";
import { question } from "../../../api/question";
import { idOf } from "../../../lib/session";

export const ownDeskQuery = () =>
  question(["desk", idOf("desk"), "own"], (signal) => api.desk.GET("/user/api/desk/me", { signal }));

/** A copy of all that is kept of them. */
export const useOwnDeskData = () =>
  useChange({
    call: () => api.desk.GET("/user/api/desk/data"),
    onAnswer: ({ data }) =>
      saveFile("doc-care-data.json", new Blob([JSON.stringify(data, null, 2)], { type: "application/json" })),
  });
