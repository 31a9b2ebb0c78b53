/** The entries of the staff areas' sidebars, in the specification's order. */
import {
  Activity,
  CalendarCheck,
  CalendarClock,
  CalendarSync,
  ChartNoAxesColumn,
  CircleUserRound,
  ClipboardList,
  ConciergeBell,
  Droplet,
  Droplets,
  Hospital,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  MessagesSquare,
  ScrollText,
  ShieldUser,
  Stethoscope,
  UserRoundCheck,
  UsersRound,
} from "lucide-react";
import { adminFacilities, paths } from "../../lib/paths";
import { m } from "../../messages";

export interface StaffEntry {
  to: string;
  label: () => string;
  icon: LucideIcon;
}

export type StaffArea = "doctor" | "business" | "desk" | "admin";

export const staffEntries: Record<StaffArea, readonly StaffEntry[]> = {
  doctor: [
    { to: paths.doctorHome, label: m.nav_dashboard, icon: LayoutDashboard },
    { to: paths.doctorToday, label: m.revenue_today, icon: UsersRound },
    { to: paths.doctorProfile, label: m.nav_profile, icon: CircleUserRound },
    { to: paths.doctorSchedule, label: m.nav_schedule, icon: CalendarClock },
    { to: paths.doctorAppointments, label: m.nav_appointments, icon: CalendarCheck },
    { to: paths.doctorPrevious, label: m.nav_previous_appointments, icon: ClipboardList },
    { to: paths.doctorFollowUps, label: m.follow_up_list_title, icon: CalendarSync },
    { to: paths.doctorFigures, label: m.figures_title, icon: ChartNoAxesColumn },
    { to: paths.doctorAssistants, label: m.desk_assistants, icon: ConciergeBell },
    { to: paths.doctorPassword, label: m.security_title, icon: KeyRound },
  ],
  business: [
    { to: paths.businessProfile, label: m.nav_profile, icon: CircleUserRound },
    { to: paths.businessPassword, label: m.security_title, icon: KeyRound },
  ],
  desk: [
    { to: paths.deskToday, label: m.revenue_today, icon: UsersRound },
    { to: paths.deskRequests, label: m.nav_appointments, icon: CalendarCheck },
    { to: paths.deskFigures, label: m.figures_title, icon: ChartNoAxesColumn },
    { to: paths.deskAccount, label: m.nav_profile, icon: CircleUserRound },
    { to: paths.deskPassword, label: m.security_title, icon: KeyRound },
  ],
  admin: [
    { to: paths.adminDashboard, label: m.nav_dashboard, icon: LayoutDashboard },
    { to: paths.adminUsers, label: m.nav_users, icon: UsersRound },
    { to: paths.adminDoctors, label: m.nav_doctors, icon: Stethoscope },
    { to: adminFacilities, label: m.admin_facilities, icon: Hospital },
    { to: paths.adminBookings, label: m.admin_home_bookings, icon: CalendarCheck },
    { to: paths.adminPending, label: m.nav_applications, icon: UserRoundCheck },
    { to: paths.adminImport, label: m.import_title, icon: ClipboardList },
    { to: paths.adminDonors, label: m.nav_donors, icon: Droplet },
    { to: paths.adminBloodRequests, label: m.blood_request, icon: Droplets },
    { to: paths.adminAudit, label: m.nav_audit_log, icon: ScrollText },
    { to: paths.adminAdministrators, label: m.nav_administrators, icon: ShieldUser },
    { to: paths.adminOperations, label: m.nav_operations, icon: Activity },
    { to: paths.adminMessages, label: m.admin_messages_title, icon: MessagesSquare },
    { to: paths.adminPassword, label: m.security_title, icon: KeyRound },
  ],
};

/** Entries of the business area, for hospitals only. */
export const hospitalEntries: readonly StaffEntry[] = [
  { to: paths.businessToday, label: m.revenue_today, icon: UsersRound },
  { to: paths.businessDoctors, label: m.business_doctors, icon: Stethoscope },
  { to: paths.businessFigures, label: m.figures_title, icon: ChartNoAxesColumn },
  { to: paths.businessDesk, label: m.desk_staff, icon: ConciergeBell },
  { to: paths.businessBlood, label: m.business_blood, icon: Droplets },
];
