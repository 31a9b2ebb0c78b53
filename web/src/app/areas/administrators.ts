/** Who administers, what was done, how the installation is doing, and tables that are imported. A download of its own: it is opened once a month. */
import { Page as AuditLog } from "../../features/admin/pages/audit-log";
import { Page as Administrators } from "../../features/administrators/pages/administrators";
import { Page as Import } from "../../features/administrators/pages/import";
import { Page as Operations } from "../../features/administrators/pages/operations";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import { AccountScope } from "../account-scope";
import type { AreaPages } from "../area";

export const Scope = AccountScope;

export const pages: AreaPages = {
  [paths.adminAdministrators]: { Page: Administrators, title: m.administrators },
  [paths.adminImport]: { Page: Import, title: m.import_title },
  [paths.adminAudit]: { Page: AuditLog, title: m.audit_log },
  [paths.adminOperations]: { Page: Operations, title: m.operations },
};
