/** Refused requests (RFC 9457) as values that forms and toasts can show. */
import * as v from "valibot";
import { Failure } from "../lib/failure";
import { m } from "../paraglide/messages";
import { NoAnswer } from "./no-answer";

const problemShape = v.object({
  code: v.string(),
  message: v.string(),
  errors: v.optional(v.array(v.object({ field: v.string(), message: v.string() })), []),
});

/** A refusal that the server explained, in the language of the page. */
export class Refused extends Failure {
  override name = "Refused";
  readonly code: string;
  readonly fields: Record<string, string>;

  constructor({ code, message, errors }: v.InferOutput<typeof problemShape>) {
    super(message);
    this.code = code;
    this.fields = Object.fromEntries(errors.map((error) => [error.field, error.message]));
  }
}

/** Reads an error body, which may be no problem document but a proxy's page, say. */
export function readProblem(body: unknown): Refused | undefined {
  const parsed = v.safeParse(problemShape, body);
  return parsed.success ? new Refused(parsed.output) : undefined;
}

/** What the calls throw for the error that they were answered with. */
export function refusal(body: unknown): Failure {
  return readProblem(body) ?? new Failure(m.error_text());
}

/** Whether the server refused for that reason. */
export function refusedAs(error: Error | null | undefined, code: string): boolean {
  return error instanceof Refused && error.code === code;
}

/** Codes of a server that could not say yes or no at that moment. */
const passing = ["busy", "internal", "outcome_unknown", "timeout", "too_many_tries"];

/** The server's own no: the same call again is refused again. Not so on a lost line, or by a busy server. */
export function isDecided(error: unknown): boolean {
  return error instanceof Refused && !passing.includes(error.code);
}

/** What was to be done may have been done: people look before they try again. */
export function isOutcomeUnknown(error: Error | null): boolean {
  return (error instanceof NoAnswer && error.outcome === "unknown") || refusedAs(error, "outcome_unknown");
}

/** What the server refused, by field; nothing for any other failure. */
export function refusedFields(error: Error | null): Record<string, string> {
  return error instanceof Refused ? error.fields : {};
}
