/** What the sidebars of the staff areas list, in the product's order, and how it looks. */
import {
  CalendarCheck,
  CalendarClock,
  CircleUserRound,
  ClipboardList,
  Droplet,
  Droplets,
  KeyRound,
  LayoutDashboard,
  MessagesSquare,
  ScrollText,
  Stethoscope,
  UserRoundCheck,
  UsersRound,
} from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import { PageLink } from "./parts";

export interface StaffEntry {
  to: string;
  label: string;
  icon: ReactNode;
}

export type StaffArea = "doctor" | "business" | "admin";

const look = { "aria-hidden": true, className: "size-5 shrink-0" };

export function staffEntries(area: StaffArea): StaffEntry[] {
  if (area === "doctor") {
    return [
      { to: paths.doctorHome, label: m.dashboard(), icon: <LayoutDashboard {...look} /> },
      { to: paths.doctorProfile, label: m.profile(), icon: <CircleUserRound {...look} /> },
      { to: paths.doctorSchedule, label: m.schedule(), icon: <CalendarClock {...look} /> },
      { to: paths.doctorAppointments, label: m.appointments(), icon: <CalendarCheck {...look} /> },
      { to: paths.doctorPrevious, label: m.appointment_list(), icon: <ClipboardList {...look} /> },
    ];
  }
  if (area === "business") {
    return [{ to: paths.businessProfile, label: m.profile(), icon: <CircleUserRound {...look} /> }];
  }
  return [
    { to: paths.adminDashboard, label: m.dashboard(), icon: <LayoutDashboard {...look} /> },
    { to: paths.adminUsers, label: m.users_list(), icon: <UsersRound {...look} /> },
    { to: paths.adminDoctors, label: m.doctors_list(), icon: <Stethoscope {...look} /> },
    { to: paths.adminPending, label: m.pending_request(), icon: <UserRoundCheck {...look} /> },
    { to: paths.adminDonors, label: m.donors_list(), icon: <Droplet {...look} /> },
    { to: paths.adminBloodRequests, label: m.blood_request(), icon: <Droplets {...look} /> },
    { to: paths.adminAudit, label: m.audit_log(), icon: <ScrollText {...look} /> },
    { to: paths.adminMessages, label: m.admin_messages_title(), icon: <MessagesSquare {...look} /> },
    { to: paths.adminPassword, label: m.admin_password_title(), icon: <KeyRound {...look} /> },
  ];
}

/** Of the business area, for hospitals only. */
export function hospitalEntry(): StaffEntry {
  return { to: paths.businessDoctors, label: m.business_doctors(), icon: <Stethoscope {...look} /> };
}

/** The look of everything that a sidebar lists. */
export function staffLinkLook(folded: boolean): string {
  return `flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-control px-3 py-2 text-start font-semibold hover:bg-sunken ${folded ? "justify-center" : ""}`;
}

interface StaffLinkProps {
  entry: StaffEntry;
  folded: boolean;
  onLeave?: () => void;
}

export function StaffLink({ entry: { to, label, icon }, folded, onLeave }: StaffLinkProps) {
  return (
    <PageLink
      to={to}
      title={folded ? label : undefined}
      onClick={onLeave}
      className={`${staffLinkLook(folded)} aria-[current=page]:bg-brand-soft aria-[current=page]:text-brand-ink`}
    >
      {icon}
      <span className={folded ? "sr-only" : ""}>{label}</span>
    </PageLink>
  );
}
