/** Every route: its shell, the role that may open it, and the area whose module has its page. */

import { matchPath } from "react-router";
import { lazyModule } from "../lib/lazy-module";
import { paths } from "../lib/paths";
import type { Role } from "../lib/session";
import { type AreaModule, area } from "./areas/area";
import type { StaffArea } from "./shells/staff-entries";

export type Shell = "full" | "plain" | "bare" | StaffArea;

export interface AppRoute {
  path: string;
  shell: Shell;
  /** The role that the page is for, unless the shell implies it. */
  guard?: Role;
  area: AreaModule;
}

const home = area("home");
const information = area("information");
const legal = area("legal");
const signIn = area("sign-in");
const joining = area("joining");
const doctors = area("doctors");
const contact = area("contact");
const medicines = area("medicines");
const blood = area("blood");
const bloodDonor = area("blood-donor");
const bloodFacts = area("blood-facts");
const bloodLinks = area("blood-links");
const booking = area("booking");
const ownBookings = area("own-bookings");
const waitlist = area("waitlist");
const ownProfile = area("own-profile");
const security = area("security");
const twoFactor = area("two-factor");
const doctor = area("doctor");
const practice = area("practice");
const schedule = area("schedule");
const desk = area("desk");
const visit = area("visit");
const business = area("business");
const admin = area("admin");
const adminBlood = area("admin-blood");
const administrators = area("administrators");

export const routes: readonly AppRoute[] = [
  { path: paths.home, shell: "full", area: home },
  { path: paths.category, shell: "full", area: information },
  { path: paths.about, shell: "full", area: information },
  { path: paths.privacy, shell: "full", area: legal },
  { path: paths.terms, shell: "full", area: legal },
  { path: paths.login, shell: "plain", area: signIn },
  { path: paths.codeLogin, shell: "plain", area: signIn },
  { path: paths.linkLogin, shell: "plain", area: signIn },
  { path: paths.registration, shell: "plain", area: signIn },
  { path: paths.forgotPassword, shell: "plain", area: signIn },
  { path: paths.resetPassword, shell: "plain", area: signIn },
  { path: paths.confirmEmail, shell: "plain", area: signIn },
  { path: paths.reportApplication, shell: "plain", area: signIn },
  { path: paths.stopReminders, shell: "plain", area: signIn },
  { path: paths.waitlist, shell: "full", area: waitlist },
  { path: paths.waitlistOffer, shell: "full", area: waitlist },
  { path: paths.doctorLogin, shell: "plain", area: signIn },
  { path: paths.deskLogin, shell: "plain", area: signIn },
  { path: paths.deskInvitation, shell: "plain", area: signIn },
  { path: paths.viewDoctors, shell: "full", area: doctors },
  { path: paths.doctorPage, shell: "full", area: doctors },
  { path: paths.bloodDonate, shell: "full", area: blood },
  { path: paths.bloodRequest, shell: "full", area: blood },
  { path: paths.ownBloodRequest, shell: "full", area: bloodLinks },
  { path: paths.bloodAnswer, shell: "full", area: bloodLinks },
  { path: paths.bloodDonor, shell: "full", area: bloodDonor },
  { path: paths.bloodFacts, shell: "full", area: bloodFacts },
  { path: paths.medicines, shell: "full", area: medicines },
  { path: paths.contact, shell: "full", area: contact },
  { path: paths.forBusiness, shell: "full", area: information },
  { path: paths.doctorRegister, shell: "full", area: joining },
  { path: paths.hospitalRegister, shell: "full", area: joining },
  { path: paths.adminLogin, shell: "full", area: signIn },

  { path: paths.userProfile, shell: "full", guard: "user", area: ownProfile },
  { path: paths.userBookings, shell: "full", guard: "user", area: ownBookings },
  { path: paths.userPeople, shell: "full", guard: "user", area: ownBookings },
  { path: paths.userPassword, shell: "full", guard: "user", area: security },
  // Booking asks for the sign-in itself, so that the chosen doctor and time survive it.
  { path: paths.confirmBooking, shell: "full", area: booking },
  // By a link, whose token stands behind the `#`.
  { path: paths.visit, shell: "full", area: visit },
  { path: paths.screen, shell: "bare", area: visit },

  { path: paths.doctorHome, shell: "doctor", area: practice },
  { path: paths.doctorToday, shell: "doctor", area: desk },
  { path: paths.doctorProfile, shell: "doctor", area: doctor },
  { path: paths.doctorSchedule, shell: "doctor", area: schedule },
  { path: paths.doctorPassword, shell: "doctor", area: security },
  { path: paths.doctorTwoFactor, shell: "doctor", area: twoFactor },
  { path: paths.doctorAppointments, shell: "doctor", area: practice },
  { path: paths.doctorPrevious, shell: "doctor", area: practice },
  { path: paths.doctorFollowUps, shell: "doctor", area: practice },
  { path: paths.doctorAssistants, shell: "doctor", area: desk },

  { path: paths.businessToday, shell: "business", area: business },
  { path: paths.businessProfile, shell: "business", area: business },
  { path: paths.businessDoctors, shell: "business", area: business },
  { path: paths.businessPassword, shell: "business", area: security },
  { path: paths.businessTwoFactor, shell: "business", area: twoFactor },
  { path: paths.businessBlood, shell: "business", area: business },
  { path: paths.businessDesk, shell: "business", area: desk },

  { path: paths.deskToday, shell: "desk", area: desk },
  { path: paths.deskRequests, shell: "desk", area: desk },
  { path: paths.deskAccount, shell: "desk", area: desk },
  { path: paths.deskPassword, shell: "desk", area: security },
  { path: paths.deskTwoFactor, shell: "desk", area: twoFactor },

  { path: paths.adminDashboard, shell: "admin", area: admin },
  { path: paths.adminNotifications, shell: "admin", area: admin },
  { path: paths.adminUserView, shell: "admin", area: admin },
  { path: paths.adminWorkers, shell: "admin", area: admin },
  { path: paths.adminBookings, shell: "admin", area: admin },
  // Any other view of the administrator's home.
  { path: paths.adminHome, shell: "admin", area: admin },
  { path: paths.adminUsers, shell: "admin", area: admin },
  { path: paths.adminDoctors, shell: "admin", area: admin },
  { path: paths.adminPending, shell: "admin", area: admin },
  { path: paths.adminDonors, shell: "admin", area: adminBlood },
  { path: paths.adminBloodRequests, shell: "admin", area: adminBlood },
  { path: paths.adminMessages, shell: "admin", area: admin },
  { path: paths.adminPassword, shell: "admin", area: security },
  { path: paths.adminTwoFactor, shell: "admin", area: twoFactor },
  { path: paths.adminAudit, shell: "admin", area: administrators },
  { path: paths.adminAdministrators, shell: "admin", area: administrators },
  { path: paths.adminOperations, shell: "admin", area: administrators },
  { path: paths.adminImport, shell: "admin", area: administrators },
];

/** Any other address, with the status 404. */
export const notFound: AppRoute = { path: "*", shell: "full", area: information };

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
