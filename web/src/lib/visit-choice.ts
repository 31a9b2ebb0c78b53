/** What goes from page to page while somebody books: whom, when, and what was typed about the patient. */
import * as v from "valibot";

const patientShape = v.object({
  name: v.string(),
  phoneNumber: v.string(),
  /** Whom of the people they book for, if it is one of them. */
  person: v.optional(v.string()),
  /** Why they come, and whether for the first time, if they said so. */
  visitReason: v.optional(v.string()),
  visitType: v.optional(v.string()),
});

const choiceShape = v.object({
  doctor: v.object({
    _id: v.string(),
    full_Name: v.string(),
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
  /** That the list of doctors named. */
  time: v.optional(v.string()),
  /** The time was pressed there. */
  isChosen: v.optional(v.boolean()),
  patient: v.optional(patientShape),
});

/** What is known of the wish of somebody who comes to choose a time, or comes back to choose another. */
export type KeptChoice = v.InferOutput<typeof keptShape>;

export function readKept(state: unknown): KeptChoice {
  const parsed = v.safeParse(keptShape, state);
  return parsed.success ? parsed.output : {};
}
