/** For whom somebody at the desk may act. */
import { api } from "../../../api/client";
import { question } from "../../../api/question";
import type { components } from "../../../api/schema";
import { idOf } from "../../../lib/session";

export type DeskDoctor = components["schemas"]["ServedDoctor"];

const minute = 60_000;

/** Asked again by itself: a doctor may give or take the right meanwhile. */
export const deskDoctorsQuery = () => ({
  ...question(["desk", idOf("desk"), "doctors"], (signal) =>
    api.desk.GET("/user/api/desk/doctors", { signal }),
  ),
  refetchInterval: minute,
});
