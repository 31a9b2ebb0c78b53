/** Every route: its shell, the role that may open it, and the area whose module has its page. */

import { matchPath } from "react-router";
import { lazyModule } from "../lib/lazy-module";
import { paths } from "../lib/paths";
import type { Role } from "../lib/session";
import { type AreaModule, areaNamed } from "./areas/area";
import type { StaffArea } from "./shells/staff-entries";

export type Shell = "full" | "plain" | "bare" | StaffArea;

export interface AppRoute {
  path: string;
  shell: Shell;
  /** The role that the page is for, unless the shell implies it. */
  guard?: Role;
  area: AreaModule;
}

interface PagesOfArea extends Omit<AppRoute, "path" | "area"> {
  area: string;
  pages: readonly string[];
}

/** Pages that come in one chunk and have the same shell. */
const groups: readonly PagesOfArea[] = [
  { area: "home", shell: "full", pages: [paths.home] },
  { area: "information", shell: "full", pages: [paths.category, paths.about, paths.forBusiness] },
  { area: "legal", shell: "full", pages: [paths.privacy, paths.terms] },
  { area: "sign-in", shell: "plain", pages: [paths.login, paths.codeLogin, paths.linkLogin] },
  { area: "sign-in", shell: "plain", pages: [paths.registration, paths.forgotPassword, paths.resetPassword] },
  {
    area: "sign-in",
    shell: "plain",
    pages: [paths.confirmEmail, paths.reportApplication, paths.stopReminders],
  },
  { area: "sign-in", shell: "plain", pages: [paths.doctorLogin, paths.deskLogin, paths.deskInvitation] },
  { area: "sign-in", shell: "full", pages: [paths.adminLogin] },
  { area: "waitlist", shell: "full", pages: [paths.waitlist, paths.waitlistOffer] },
  { area: "waitlist", shell: "full", pages: [paths.followUp, paths.visitMove] },
  { area: "doctors", shell: "full", pages: [paths.viewDoctors, paths.doctorPage] },
  { area: "blood", shell: "full", pages: [paths.bloodDonate, paths.bloodRequest] },
  { area: "blood-links", shell: "full", pages: [paths.ownBloodRequest, paths.bloodAnswer] },
  { area: "blood-donor", shell: "full", pages: [paths.bloodDonor] },
  { area: "blood-facts", shell: "full", pages: [paths.bloodFacts] },
  { area: "medicines", shell: "full", pages: [paths.medicines] },
  { area: "contact", shell: "full", pages: [paths.contact] },
  { area: "joining", shell: "full", pages: [paths.doctorRegister, paths.hospitalRegister] },

  { area: "own-profile", shell: "full", guard: "user", pages: [paths.userProfile] },
  { area: "own-bookings", shell: "full", guard: "user", pages: [paths.userBookings, paths.userPeople] },
  { area: "security", shell: "full", guard: "user", pages: [paths.userPassword] },
  // The booking page has its own login redirect, so that the chosen doctor and time survive it.
  { area: "booking", shell: "full", pages: [paths.confirmBooking] },
  // Pages of a link, whose token is after the `#`.
  { area: "own-bookings", shell: "full", pages: [paths.missedCall] },
  { area: "visit", shell: "full", pages: [paths.visit, paths.messageLink] },
  { area: "visit", shell: "bare", pages: [paths.screen] },
  { area: "door", shell: "full", pages: [paths.door] },
  { area: "door", shell: "bare", pages: [paths.doorPoster] },

  { area: "practice", shell: "doctor", pages: [paths.doctorHome, paths.doctorAppointments] },
  { area: "practice", shell: "doctor", pages: [paths.doctorPrevious, paths.doctorFollowUps] },
  { area: "desk", shell: "doctor", pages: [paths.doctorToday, paths.doctorAssistants] },
  { area: "figures", shell: "doctor", pages: [paths.doctorFigures] },
  { area: "doctor", shell: "doctor", pages: [paths.doctorProfile] },
  { area: "schedule", shell: "doctor", pages: [paths.doctorSchedule] },
  { area: "security", shell: "doctor", pages: [paths.doctorPassword] },
  { area: "two-factor", shell: "doctor", pages: [paths.doctorTwoFactor] },

  { area: "business", shell: "business", pages: [paths.businessToday, paths.businessProfile] },
  { area: "business", shell: "business", pages: [paths.businessDoctors, paths.businessBlood] },
  { area: "security", shell: "business", pages: [paths.businessPassword] },
  { area: "two-factor", shell: "business", pages: [paths.businessTwoFactor] },
  { area: "desk", shell: "business", pages: [paths.businessDesk] },
  { area: "figures", shell: "business", pages: [paths.businessFigures] },

  { area: "desk", shell: "desk", pages: [paths.deskToday, paths.deskRequests, paths.deskAccount] },
  { area: "figures", shell: "desk", pages: [paths.deskFigures] },
  { area: "security", shell: "desk", pages: [paths.deskPassword] },
  { area: "two-factor", shell: "desk", pages: [paths.deskTwoFactor] },

  {
    area: "admin",
    shell: "admin",
    pages: [paths.adminDashboard, paths.adminNotifications, paths.adminUserView],
  },
  { area: "admin", shell: "admin", pages: [paths.adminWorkers, paths.adminBookings] },
  // Any other view of the administrator's home.
  { area: "admin", shell: "admin", pages: [paths.adminHome] },
  { area: "admin", shell: "admin", pages: [paths.adminUsers, paths.adminDoctors] },
  { area: "admin", shell: "admin", pages: [paths.adminPending, paths.adminMessages] },
  { area: "admin-blood", shell: "admin", pages: [paths.adminDonors, paths.adminBloodRequests] },
  { area: "security", shell: "admin", pages: [paths.adminPassword] },
  { area: "two-factor", shell: "admin", pages: [paths.adminTwoFactor] },
  { area: "administrators", shell: "admin", pages: [paths.adminAudit, paths.adminAdministrators] },
  { area: "administrators", shell: "admin", pages: [paths.adminOperations, paths.adminImport] },
];

export const routes: readonly AppRoute[] = groups.flatMap(({ area, pages, ...route }) =>
  pages.map((path) => ({ path, ...route, area: areaNamed(area) })),
);

/** Any other address, with the status 404. */
export const notFound: AppRoute = { path: "*", shell: "full", area: areaNamed("information") };

export function routeOf(pathname: string): AppRoute {
  return routes.find(({ path }) => matchPath(path, pathname)) ?? notFound;
}

export const isStaff = (shell: Shell): shell is StaffArea =>
  shell !== "full" && shell !== "plain" && shell !== "bare";

/** The role of the accounts in a shell; patients on the public pages. */
export function roleOf(shell: Shell): Role | undefined {
  if (shell === "full") return "user";
  if (shell === "business") return "worker";
  return isStaff(shell) ? shell : undefined;
}

/** The layout of the staff's areas. */
export const staffShell = lazyModule(() => import("./shells/staff-shell"));

/** Loads every module of a route. */
export async function loadRoute({ shell, area }: AppRoute): Promise<void> {
  await Promise.all([area.load(), isStaff(shell) && staffShell.load()]);
}
