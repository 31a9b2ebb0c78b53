import { Page as BookingList } from "../../features/admin/pages/booking-list";
import { Page as Dashboard } from "../../features/admin/pages/dashboard";
import { Page as DoctorList } from "../../features/admin/pages/doctor-list";
import { Page as Messages } from "../../features/admin/pages/messages";
import { Page as Notifications } from "../../features/admin/pages/notifications";
import { Page as PendingRequests } from "../../features/admin/pages/pending-requests";
import { Page as UserList } from "../../features/admin/pages/user-list";
import { Page as WorkerList } from "../../features/admin/pages/worker-list";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { Page as NotFound } from "../pages/not-found";
import { AccountScope } from "../scopes/account-scope";
import type { AreaPages } from "./area";

export const Scope = AccountScope;

export const pages: AreaPages = {
  [paths.adminDashboard]: { Page: Dashboard, title: m.nav_dashboard },
  [paths.adminNotifications]: { Page: Notifications, title: m.nav_notifications },
  // The same list as at its own address: users are searched and blocked in one place.
  [paths.adminUserView]: { Page: UserList, title: m.nav_users },
  [paths.adminWorkers]: { Page: WorkerList, title: m.admin_home_workers },
  [paths.adminBookings]: { Page: BookingList, title: m.admin_home_bookings },
  [paths.adminHome]: { Page: NotFound, title: m.not_found_title },
  [paths.adminUsers]: { Page: UserList, title: m.nav_users },
  [paths.adminDoctors]: { Page: DoctorList, title: m.nav_doctors },
  [paths.adminPending]: { Page: PendingRequests, title: m.nav_applications },
  [paths.adminMessages]: { Page: Messages, title: m.admin_messages_title },
};
