/** Roles with a password, and their login pages. */
import * as v from "valibot";
import { useFilters } from "../../lib/address";
import { useHydrated } from "../../lib/hydrated";
import { type LoginRole, paths } from "../../lib/paths";
import { m } from "../../messages";

const logins: Record<LoginRole, { name: () => string; login: string }> = {
  user: { name: m.forgot_role_user, login: paths.login },
  doctor: { name: m.area_doctor, login: paths.doctorLogin },
  hospital: { name: m.forgot_role_hospital, login: paths.doctorLogin },
  pharmacy: { name: m.forgot_role_pharmacy, login: paths.doctorLogin },
  desk: { name: m.area_desk, login: paths.deskLogin },
  admin: { name: m.area_admin, login: paths.adminLogin },
};

/** Unknown roles count as user. */
const roleShape = v.fallback(v.picklist(["user", "doctor", "hospital", "pharmacy", "desk", "admin"]), "user");
const params = { role: {} };

/** Of the role in the address. */
export function useLoginRole() {
  const { filters } = useFilters(params);
  // The prerendered page knows no query.
  const role = v.parse(roleShape, useHydrated() ? filters.role : "user");
  return { role, ...logins[role] };
}
