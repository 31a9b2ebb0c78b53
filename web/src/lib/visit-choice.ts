/** State of a booking that is passed from page to page: the doctor, the slot, and the patient's details. */
import * as v from "valibot";

const patientShape = v.object({
  name: v.string(),
  phoneNumber: v.string(),
  /** The saved person that they book for, if it is one. */
  person: v.optional(v.string()),
  /** The reason for the visit, and "first" or "review"; optional. */
  visitReason: v.optional(v.string()),
  visitType: v.optional(v.string()),
  /** What a consultation by phone needs. */
  patientAge: v.optional(v.string()),
  patientLocation: v.optional(v.string()),
  adultName: v.optional(v.string()),
  phoneConsent: v.optional(v.boolean()),
});

const choiceShape = v.object({
  doctor: v.object({
    _id: v.string(),
    full_Name: v.string(),
    /** The registration number, shown with a consultation by phone. */
    doctor_ID: v.optional(v.string()),
    nameMl: v.nullish(v.string()),
    specialization: v.string(),
    consultation_Address: v.string(),
    addressMl: v.nullish(v.string()),
    consultation_Fee: v.number(),
    district: v.string(),
    Image: v.nullish(v.string()),
  }),
  /** As in "2024-01-05" */
  date: v.string(),
  /** As in "09:15" */
  time: v.string(),
  /** The address of the list with the doctor's panel open. */
  back: v.string(),
  patient: v.optional(patientShape),
});

export type VisitChoice = v.InferOutput<typeof choiceShape>;

export function readChoice(state: unknown): VisitChoice | undefined {
  const parsed = v.safeParse(choiceShape, state);
  return parsed.success ? parsed.output : undefined;
}

const keptShape = v.object({
  date: v.optional(v.string()),
  /** The time that the list of doctors named. */
  time: v.optional(v.string()),
  /** Whether the user pressed this time on a card. */
  isChosen: v.optional(v.boolean()),
  patient: v.optional(patientShape),
});

/** The draft of a booking, for a user who comes to choose a time, or comes back to choose another. */
export type KeptChoice = v.InferOutput<typeof keptShape>;

export function readKept(state: unknown): KeptChoice {
  const parsed = v.safeParse(keptShape, state);
  return parsed.success ? parsed.output : {};
}
