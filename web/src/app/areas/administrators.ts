/** Administrators, the audit log, operations, and imports. A separate chunk, because it is opened rarely. */

import { Page as Administrators } from "../../features/admin/pages/administrators";
import { Page as AuditLog } from "../../features/admin/pages/audit-log";
import { Page as Import } from "../../features/admin/pages/import";
import { Page as Operations } from "../../features/admin/pages/operations";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { AccountScope } from "../scopes/account-scope";
import type { AreaPages } from "./area";

export const Scope = AccountScope;

export const pages: AreaPages = {
  [paths.adminAdministrators]: { Page: Administrators, title: m.nav_administrators },
  [paths.adminImport]: { Page: Import, title: m.import_title },
  [paths.adminAudit]: { Page: AuditLog, title: m.nav_audit_log },
  [paths.adminOperations]: { Page: Operations, title: m.nav_operations },
};
