/** The administrator's inbox: open items by kind, each with its page. */
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
import { m } from "../../messages";
import type { InboxId, Notifications, WorkerChange } from "./api/lists";
import { type Applicant, applicantName, isDoctor, pendingChanges, pendingOf } from "./applicants";

export interface InboxKind {
  id: InboxId;
  label: string;
  icon: LucideIcon;
  count: number;
  to: string;
}

/** Kinds with open items. */
export function inboxKinds({ pending, changes, bloodRequests, messages }: Notifications): InboxKind[] {
  const kinds: [InboxId, () => string, LucideIcon, number, string][] = [
    ["Doctor", m.admin_inbox_doctors, BriefcaseMedical, pending.Doctor, pendingOf("Doctor")],
    ["Hospital", m.admin_inbox_hospitals, Building2, pending.Hospital, pendingOf("Hospital")],
    ["Pharmacy", m.admin_inbox_pharmacies, Pill, pending.Pharmacy, pendingOf("Pharmacy")],
    ["changes", m.admin_inbox_changes, Replace, changes, pendingChanges],
    ["blood", m.admin_inbox_blood, Droplets, bloodRequests, paths.adminBloodRequests],
    ["messages", m.admin_inbox_messages, MessagesSquare, messages, paths.adminMessages],
  ];
  return kinds
    .map(([id, label, icon, count, to]) => ({ id, label: label(), icon, count, to }))
    .filter(({ count }) => count > 0);
}

/** An open item in two lines. */
interface InboxLine {
  id: string;
  title: string;
  detail: string;
}

export function applicantLine(applicant: Applicant): InboxLine {
  return {
    id: applicant._id,
    title: applicantName(applicant),
    detail: isDoctor(applicant)
      ? `${specialityLabel(applicant.specialization)} · ${applicant.doctor_ID}`
      : applicant.License_number,
  };
}

export function changeLine(change: WorkerChange): InboxLine {
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

export function bloodLine({ _id, Patient_name, Blood_group, Units, Hospital }: BloodRequest): InboxLine {
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

export function messageLine({ _id, name, message, createdAt }: Message): InboxLine {
  return { id: _id, title: `${name} · ${momentLabel(createdAt)}`, detail: message };
}
