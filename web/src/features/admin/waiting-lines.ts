/** One thing that waits, in two lines, whatever its kind. */
import { momentLabel } from "../../lib/india-time";
import { specialityLabel } from "../../lib/specialities";
import { m } from "../../paraglide/messages";
import { type Applicant, applicantName, isDoctor } from "./applicants";

export interface WaitingLine {
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
