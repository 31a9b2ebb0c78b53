/** Whether the own account has a second factor: a change that asks for the password asks for its code then, too. */
import { useQuery } from "@tanstack/react-query";
import { idOf, type Role } from "../lib/session";
import { api } from "./client";
import { refusedFields } from "./problem";
import { query } from "./query";

/** Patients have none. */
export type FactorRole = Exclude<Role, "user">;

export const secondFactorQuery = (role: FactorRole) =>
  query(["second-factor", role, idOf(role)], (signal) =>
    role === "admin"
      ? api.admin.GET("/admin/api/twofactor", { signal })
      : api[role].GET("/user/api/twofactor", { signal }),
  );

/** Also where it was set up in another tab meanwhile, and the server has just asked for the code. */
export function useAsksCode(role: Role, error: Error | null): boolean {
  const isPatient = role === "user";
  const { data } = useQuery({ ...secondFactorQuery(isPatient ? "doctor" : role), enabled: !isPatient });
  return Boolean(data?.enrolledAt) || "code" in refusedFields(error);
}
