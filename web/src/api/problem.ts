/** Calls that failed: refused by the server (RFC 9457), or without an answer, as values that forms and toasts can show. */
import * as v from "valibot";
import { Failure } from "../lib/failure";
import { m } from "../paraglide/messages";

const problemShape = v.object({
  code: v.string(),
  message: v.string(),
  errors: v.optional(v.array(v.object({ field: v.string(), message: v.string() })), []),
  challenge: v.optional(v.string()),
  reason: v.optional(v.string()),
  until: v.optional(v.string()),
});

/** A refusal that the server explained, in the language of the page. */
export class Refused extends Failure {
  override name = "Refused";
  readonly code: string;
  readonly fields: Record<string, string>;
  /** With `second_factor_required`: what the code is sent with. */
  readonly challenge: string | undefined;
  /** With a day or a time that cannot be booked: why, and the last day of leave. */
  readonly reason: string | undefined;
  readonly until: string | undefined;

  constructor({ code, message, errors, challenge, reason, until }: v.InferOutput<typeof problemShape>) {
    super(message);
    this.code = code;
    this.fields = Object.fromEntries(errors.map((error) => [error.field, error.message]));
    this.challenge = challenge;
    this.reason = reason;
    this.until = until;
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

/** Whether the server refused a day or a time: then another one will do. What somebody has too much of, it will not. */
export function isTimeRefused(error: Error | null): boolean {
  return error instanceof Refused && error.reason !== undefined && error.reason !== "own_limit";
}

/** Whether the server refused for that reason. */
export function refusedAs(error: Error | null | undefined, code: string): boolean {
  return error instanceof Refused && error.code === code;
}

/** What the code of a second factor is sent with, where a login was refused for the want of one. */
export function challengeIn(error: Error | null): string | undefined {
  return error instanceof Refused ? error.challenge : undefined;
}

/** What is wrong with a form whose field is the code of a second factor. */
export function codeErrors(error: Error | null): Record<string, string> {
  return error && refusedAs(error, "wrong_code") ? { code: error.message } : refusedFields(error);
}

/** A login that waited too long for its code begins anew, with the password. */
export const ifEnded = (beginAgain: () => void) => (error: Error) => {
  if (refusedAs(error, "challenge_ended")) beginAgain();
};

/** A mailed link is unknown, replaced by a newer one, or over. */
export function linkEnded(error: Error | null): boolean {
  return refusedAs(error, "link_ended");
}

/** Codes of a server that could not say yes or no at that moment. */
const passing = [
  "busy",
  "idempotency_key_in_use",
  "internal",
  "outcome_unknown",
  "timeout",
  "too_many_tries",
];

/** The server's own no: the same call again is refused again. Not so on a lost line, or by a busy server. */
export function isDecided(error: unknown): boolean {
  return error instanceof Refused && !passing.includes(error.code);
}

/**
 * `nothing_sent`: this device has no connection. `unknown`: something was to change, and it may have. `unread`: nothing
 * was to change, or asking for it twice does no harm.
 */
type Outcome = "nothing_sent" | "unknown" | "unread";

export class NoAnswer extends Failure {
  override name = "NoAnswer";
  readonly outcome: Outcome;

  constructor(outcome: Outcome, message: string) {
    super(message);
    this.outcome = outcome;
  }
}

/** Logging in, registering, asking for a link or for what a change would mean: the server's answer tells how things stand. */
const harmlessTwice = /(login|login\/code|register|password\/forgot|blooddonor\/link|\?preview=true)$/;

export function isWrite(method: string): boolean {
  return method !== "GET";
}

/**
 * `wasOffline`: the browser knew before the call that there was no connection. `isRepeatable`: the same write again is done once, so that
 * it is safe to try again; of any other somebody looks first whether it was done.
 */
export function noAnswer(method: string, path: string, wasOffline: boolean, isRepeatable = false): NoAnswer {
  const write = isWrite(method);
  if (wasOffline) return new NoAnswer("nothing_sent", write ? m.offline_nothing_sent() : m.offline());
  if (write && !harmlessTwice.test(path))
    return new NoAnswer("unknown", isRepeatable ? m.outcome_unknown() : m.outcome_unknown_look());
  return new NoAnswer("unread", m.no_connection());
}

/** Whether the server may have got the call, so that what the page knows may no longer be true. */
export function mayHaveArrived(error: Error | null): boolean {
  return !(error instanceof NoAnswer) || error.outcome !== "nothing_sent";
}

/** Codes of a server that has done it, is at it, or does not know. */
const perhapsDone = ["idempotency_answer_lost", "idempotency_key_in_use", "outcome_unknown"];

/** What was to be done may have been done, so nobody is told that it failed. */
export function mayBeDone(error: Error): boolean {
  return error instanceof Refused
    ? perhapsDone.includes(error.code)
    : error instanceof NoAnswer && error.outcome === "unknown";
}

/** What the server refused, by field; nothing for any other failure. */
export function refusedFields(error: Error | null): Record<string, string> {
  return error instanceof Refused ? error.fields : {};
}
