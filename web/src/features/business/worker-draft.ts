/** What a hospital or pharmacy can change in its profile, as texts for its fields. */
import { current, type Draft, type Saved } from "../../lib/profile-draft";
import type { WorkerProfile } from "./api/own";

export type WorkerField =
  | "Hospital_name"
  | "Email"
  | "Phone_Number"
  | "Address"
  | "City"
  | "State"
  | "District"
  | "Pincode"
  | "startTime"
  | "endTime"
  | "daysOff";

export function savedWorker(profile: Pick<WorkerProfile, WorkerField>): Saved<WorkerField> {
  const { Hospital_name, Email, Phone_Number, Address, City, State, District, Pincode } = profile;
  return {
    values: {
      Hospital_name,
      Email,
      Phone_Number,
      Address,
      City,
      State,
      District,
      Pincode,
      startTime: profile.startTime ?? "",
      endTime: profile.endTime ?? "",
      daysOff: profile.daysOff.join(","),
    },
    state: "State",
    district: "District",
  };
}

/** The days as the server lists them; the empty text is no day. */
export function daysIn(text: string): string[] {
  return text === "" ? [] : text.split(",");
}

/** Begins to edit the opening hours, or leaves them as they were saved: the two times go together. */
export function hoursToggled(saved: Saved<WorkerField>, draft: Draft<WorkerField>): Draft<WorkerField> {
  const { startTime, endTime, ...rest } = draft;
  if (startTime !== undefined) return rest;
  return { ...rest, startTime: saved.values.startTime, endTime: saved.values.endTime };
}

/** Equal times are allowed. */
export function closesBeforeItOpens(saved: Saved<WorkerField>, draft: Draft<WorkerField>): boolean {
  return current(saved, draft, "endTime") < current(saved, draft, "startTime");
}
