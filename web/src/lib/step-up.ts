/** Step-up authentication: password and code, so that a stolen session is not enough. */
import * as v from "valibot";

export const stepUpShape = v.object({ current_password: v.string(), code: v.optional(v.string()) });
export type StepUp = v.InferOutput<typeof stepUpShape>;

export const stepUpOf = (form: FormData): StepUp => v.parse(stepUpShape, Object.fromEntries(form));

/** The same for a patient, whose account may have no password: then a code that was sent to its number. */
export const ownProofShape = v.object({
  current_password: v.optional(v.string()),
  challenge: v.optional(v.string()),
  code: v.optional(v.string()),
});
export type OwnProof = v.InferOutput<typeof ownProofShape>;
