/** Whether the caller's account has a second factor: then every change that requires the password requires a code too. */
import { useQuery } from "@tanstack/react-query";
import { idOf, type Role } from "../lib/session";
import { api } from "./client";
import { refusedFields } from "./problem";
import { query } from "./query";

/** Accounts of patients have no second factor. */
export type FactorRole = Exclude<Role, "user">;

/** The role of each staff area, by the name of its shell. */
export const staffRoles: Readonly<Record<string, FactorRole>> = {
  doctor: "doctor",
  business: "worker",
  desk: "desk",
  admin: "admin",
};

export const secondFactorQuery = (role: FactorRole) =>
  query(["second-factor", role, idOf(role)], (signal) =>
    role === "admin"
      ? api.admin.GET("/admin/api/twofactor", { signal })
      : api[role].GET("/user/api/twofactor", { signal }),
  );

/**
 * Whether a form has to ask for a code: the account has a second factor, or the server just refused for a missing code (it was set up in
 * another tab).
 */
export function useAsksCode(role: Role, error: Error | null): boolean {
  const isPatient = role === "user";
  const { data } = useQuery({ ...secondFactorQuery(isPatient ? "doctor" : role), enabled: !isPatient });
  return Boolean(data?.enrolledAt) || "code" in refusedFields(error);
}
