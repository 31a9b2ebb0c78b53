import { Page as AuditLog } from "../../features/admin/pages/audit-log";
import { Page as DoctorList } from "../../features/admin/pages/doctor-list";
import { Page as Home } from "../../features/admin/pages/home";
import { Page as Messages } from "../../features/admin/pages/messages";
import { Page as PendingRequests } from "../../features/admin/pages/pending-requests";
import { Page as UserList } from "../../features/admin/pages/user-list";
import { Page as AdminDonors } from "../../features/blood/pages/admin-donors";
import { Page as AdminRequests } from "../../features/blood/pages/admin-requests";
import { Page as AdminPassword } from "../../features/identity/pages/admin-password";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import type { AreaPages } from "../area";
import { QueryScope } from "../query-scope";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.adminHome]: { Page: Home, title: m.dashboard, hasOwnHead: true },
  [paths.adminUsers]: { Page: UserList, title: m.users_list },
  [paths.adminDoctors]: { Page: DoctorList, title: m.doctors_list },
  [paths.adminPending]: { Page: PendingRequests, title: m.pending_request },
  [paths.adminDonors]: { Page: AdminDonors, title: m.donors_list },
  [paths.adminBloodRequests]: { Page: AdminRequests, title: m.blood_request },
  [paths.adminMessages]: { Page: Messages, title: m.admin_messages_title },
  [paths.adminPassword]: { Page: AdminPassword, title: m.admin_password_title },
  [paths.adminAudit]: { Page: AuditLog, title: m.audit_log },
};
