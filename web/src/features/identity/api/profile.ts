/** The patient's profile. A module of its own, because pages for booking need nothing else of the account. */
import { api, inPath } from "../../../api/client";
import { query } from "../../../api/query";
import type { components } from "../../../api/schema";

export type Profile = components["schemas"]["User"];

export const profileQuery = (userId: string) =>
  query(["profile", userId], (signal) =>
    api.user.GET("/user/api/user/profile/{userId}", { ...inPath({ userId }), signal }),
  );
