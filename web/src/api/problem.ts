/** Refused requests (RFC 9457) as values that forms and toasts can show. */
import * as v from "valibot";
import { m } from "../paraglide/messages";

const problemShape = v.object({
  code: v.string(),
  message: v.string(),
  errors: v.optional(v.array(v.object({ field: v.string(), message: v.string() })), []),
});

/** A refusal that the server explained, in the language of the page. */
export class Refused extends Error {
  override name = "Refused";
  readonly code: string;
  readonly fields: Record<string, string>;

  constructor({ code, message, errors }: v.InferOutput<typeof problemShape>) {
    super(message);
    this.code = code;
    this.fields = Object.fromEntries(errors.map((error) => [error.field, error.message]));
  }
}

/** Reads an error body. Whatever is no problem document (a proxy's page, say) becomes a plain error. */
export function refusal(body: unknown): Error {
  const parsed = v.safeParse(problemShape, body);
  return parsed.success ? new Refused(parsed.output) : new Error("unexpected answer");
}

/** What a failed call tells people: the server's reason, or that there was no answer. */
export function failureText(error: Error): string {
  return error instanceof Refused ? error.message : m.no_connection();
}

/** What the server refused, by field; nothing for any other failure. */
export function refusedFields(error: Error | null): Record<string, string> {
  return error instanceof Refused ? error.fields : {};
}
