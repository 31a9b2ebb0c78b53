import { Page as AdminLogin } from "../../features/identity/pages/admin-login";
import { Page as BusinessLogin } from "../../features/identity/pages/business-login";
import { Page as CodeLogin } from "../../features/identity/pages/code-login";
import { Page as ConfirmEmail } from "../../features/identity/pages/confirm-email";
import { Page as DeskInvitation } from "../../features/identity/pages/desk-invitation";
import { Page as DeskLogin } from "../../features/identity/pages/desk-login";
import { Page as ForgotPassword } from "../../features/identity/pages/forgot-password";
import { Page as LinkLogin } from "../../features/identity/pages/link-login";
import { Page as Login } from "../../features/identity/pages/login";
import { Page as Registration } from "../../features/identity/pages/registration";
import { Page as ReportApplication } from "../../features/identity/pages/report-application";
import { Page as ResetPassword } from "../../features/identity/pages/reset-password";
import { Page as StopReminders } from "../../features/identity/pages/stop-reminders";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { QueryScope } from "../scopes/query-scope";
import type { AreaPages } from "./area";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.login]: { Page: Login, title: m.login_title, description: m.login_description },
  [paths.codeLogin]: { Page: CodeLogin, title: m.code_login_title, isPrerendered: true },
  [paths.linkLogin]: { Page: LinkLogin, title: m.link_login_title, isPrerendered: true },
  [paths.registration]: {
    Page: Registration,
    title: m.registration_title,
    description: m.registration_description,
  },
  [paths.forgotPassword]: { Page: ForgotPassword, title: m.login_forgot, isPrerendered: true },
  [paths.resetPassword]: { Page: ResetPassword, title: m.reset_title, isPrerendered: true },
  [paths.confirmEmail]: { Page: ConfirmEmail, title: m.confirm_email_title, isPrerendered: true },
  [paths.reportApplication]: {
    Page: ReportApplication,
    title: m.report_application_title,
    isPrerendered: true,
  },
  [paths.stopReminders]: { Page: StopReminders, title: m.stop_reminders_title, isPrerendered: true },
  [paths.doctorLogin]: {
    Page: BusinessLogin,
    title: m.doctor_login_title,
    description: m.doctor_login_description,
  },
  [paths.deskInvitation]: { Page: DeskInvitation, title: m.desk_invitation_title, isPrerendered: true },
  [paths.deskLogin]: { Page: DeskLogin, title: m.desk_login_title, isPrerendered: true },
  [paths.adminLogin]: {
    Page: AdminLogin,
    title: m.admin_login_title,
    description: m.admin_login_description,
  },
};
