/** Who administers, what was done, and how the installation is doing. A download of its own: it is opened once a month. */
import { Page as AuditLog } from "../../features/admin/pages/audit-log";
import { Page as Administrators } from "../../features/administrators/pages/administrators";
import { Page as Operations } from "../../features/administrators/pages/operations";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import type { AreaPages } from "../area";
import { QueryScope } from "../query-scope";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.adminAdministrators]: { Page: Administrators, title: m.administrators },
  [paths.adminAudit]: { Page: AuditLog, title: m.audit_log },
  [paths.adminOperations]: { Page: Operations, title: m.operations },
};
