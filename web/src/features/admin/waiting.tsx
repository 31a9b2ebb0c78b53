/** What waits for the administrator, by kind, and where it is dealt with. */
import { BriefcaseMedical, Building2, Droplets, MessagesSquare, Pill } from "lucide-react";
import type { ReactNode } from "react";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import type { Notifications, WaitingId } from "./api";
import { pendingOf } from "./worker-addresses";

export interface WaitingKind {
  id: WaitingId;
  label: string;
  icon: ReactNode;
  count: number;
  to: string;
}

const look = { "aria-hidden": true, className: "size-5 shrink-0" };

export function waitingKinds({ pending, bloodRequests, messages }: Notifications): WaitingKind[] {
  return [
    {
      id: "Doctor",
      label: m.admin_home_waiting_doctors(),
      icon: <BriefcaseMedical {...look} />,
      count: pending.Doctor,
      to: pendingOf("Doctor"),
    },
    {
      id: "Hospital",
      label: m.admin_home_waiting_hospitals(),
      icon: <Building2 {...look} />,
      count: pending.Hospital,
      to: pendingOf("Hospital"),
    },
    {
      id: "Pharmacy",
      label: m.admin_home_waiting_pharmacies(),
      icon: <Pill {...look} />,
      count: pending.Pharmacy,
      to: pendingOf("Pharmacy"),
    },
    {
      id: "blood",
      label: m.admin_home_waiting_blood(),
      icon: <Droplets {...look} />,
      count: bloodRequests,
      to: paths.adminBloodRequests,
    },
    {
      id: "messages",
      label: m.admin_home_waiting_messages(),
      icon: <MessagesSquare {...look} />,
      count: messages,
      to: paths.adminMessages,
    },
  ];
}
