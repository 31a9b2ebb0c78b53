/** Who asks for a new password, as the address says, and where that role signs in. */
import { type LoginRole, paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";

interface RoleLogin {
  name: () => string;
  login: string;
}

export const roleLogins: Record<LoginRole, RoleLogin> = {
  user: { name: m.forgot_role_user, login: paths.login },
  doctor: { name: m.doctor_area, login: paths.doctorLogin },
  hospital: { name: m.forgot_role_hospital, login: paths.doctorLogin },
  pharmacy: { name: m.forgot_role_pharmacy, login: paths.doctorLogin },
  admin: { name: m.admin_area, login: paths.adminLogin },
};

const loginRoles: readonly LoginRole[] = ["user", "doctor", "hospital", "pharmacy", "admin"];

/** Anything else than a role is a user's slip. */
export function loginRole(text: string | null): LoginRole {
  return loginRoles.find((role) => role === text) ?? "user";
}
