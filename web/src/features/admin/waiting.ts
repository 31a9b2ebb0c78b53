/** What waits for the administrator, by kind, and where it is dealt with. */
import {
  BriefcaseMedical,
  Building2,
  Droplets,
  type LucideIcon,
  MessagesSquare,
  Pill,
  Replace,
} from "lucide-react";
import { momentLabel } from "../../lib/india-time";
import { paths } from "../../lib/paths";
import { specialityLabel } from "../../lib/specialities";
import { m } from "../../paraglide/messages";
import type { Notifications, WaitingId, WorkerChange } from "./api";
import { type Applicant, applicantName, isDoctor, pendingChanges, pendingOf } from "./applicants";

export interface WaitingKind {
  id: WaitingId;
  label: string;
  icon: LucideIcon;
  count: number;
  to: string;
}

/** Only the kinds of which something waits. */
export function waitingKinds({ pending, changes, bloodRequests, messages }: Notifications): WaitingKind[] {
  const kinds: [WaitingId, () => string, LucideIcon, number, string][] = [
    ["Doctor", m.admin_home_waiting_doctors, BriefcaseMedical, pending.Doctor, pendingOf("Doctor")],
    ["Hospital", m.admin_home_waiting_hospitals, Building2, pending.Hospital, pendingOf("Hospital")],
    ["Pharmacy", m.admin_home_waiting_pharmacies, Pill, pending.Pharmacy, pendingOf("Pharmacy")],
    ["changes", m.admin_home_waiting_changes, Replace, changes, pendingChanges],
    ["blood", m.admin_home_waiting_blood, Droplets, bloodRequests, paths.adminBloodRequests],
    ["messages", m.admin_home_waiting_messages, MessagesSquare, messages, paths.adminMessages],
  ];
  return kinds
    .map(([id, label, icon, count, to]) => ({ id, label: label(), icon, count, to }))
    .filter(({ count }) => count > 0);
}

/** One thing that waits, in two lines, whatever its kind. */
interface WaitingLine {
  id: string;
  title: string;
  detail: string;
}

export function applicantLine(applicant: Applicant): WaitingLine {
  return {
    id: applicant._id,
    title: applicantName(applicant),
    detail: isDoctor(applicant)
      ? `${specialityLabel(applicant.specialization)} · ${applicant.doctor_ID}`
      : applicant.License_number,
  };
}

export function changeLine(change: WorkerChange): WaitingLine {
  const { newName, newNameMl, number, newNumber, district, newDistrict } = change;
  const detail = [
    newName && `→ ${newName}`,
    newNameMl && `→ ${newNameMl}`,
    newNumber && `${number} → ${newNumber}`,
    newDistrict && `${district} → ${newDistrict}`,
  ];
  return { id: change._id, title: change.name, detail: detail.filter(Boolean).join(" · ") };
}

interface BloodRequest {
  _id: string;
  Patient_name: string;
  Blood_group: string;
  Units: number;
  Hospital: string;
}

export function bloodLine({ _id, Patient_name, Blood_group, Units, Hospital }: BloodRequest): WaitingLine {
  return {
    id: _id,
    title: m.admin_home_blood_line({ name: Patient_name, group: Blood_group, units: Units }),
    detail: Hospital,
  };
}

interface Message {
  _id: string;
  name: string;
  message: string;
  createdAt: string;
}

export function messageLine({ _id, name, message, createdAt }: Message): WaitingLine {
  return { id: _id, title: `${name} · ${momentLabel(createdAt)}`, detail: message };
}
