/** Errors of calls: refusals by the server (RFC 9457) and missing answers, with messages that forms and toasts can show. */
import * as v from "valibot";
import { Failure } from "../lib/failure";
import { m } from "../messages";

const problemShape = v.object({
  code: v.string(),
  message: v.string(),
  errors: v.optional(v.array(v.object({ field: v.string(), message: v.string() })), []),
  challenge: v.optional(v.string()),
  reason: v.optional(v.string()),
  until: v.optional(v.string()),
});

/** A problem document of the server, in the language of the page. */
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

/** Undefined where the body is no problem document, such as a proxy's error page. */
export function readProblem(body: unknown): Refused | undefined {
  const parsed = v.safeParse(problemShape, body);
  return parsed.success ? new Refused(parsed.output) : undefined;
}

/** What the calls throw for the error that they were answered with. */
export function refusal(body: unknown): Failure {
  return readProblem(body) ?? new Failure(m.error_text());
}

/** Whether another day or time may be accepted; not so for the patient's own limit. */
export function isTimeRefused(error: Error | null): boolean {
  return error instanceof Refused && error.reason !== undefined && error.reason !== "own_limit";
}

/** Whether the server refused for that reason. */
export function refusedAs(error: Error | null | undefined, code: string): boolean {
  return error instanceof Refused && error.code === code;
}

/** The token that the code of a second factor is sent with, if a login was refused because it needs one. */
export function challengeIn(error: Error | null): string | undefined {
  return error instanceof Refused ? error.challenge : undefined;
}

/** The errors of a form whose field is the code of a second factor. */
export function codeErrors(error: Error | null): Record<string, string> {
  return error && refusedAs(error, "wrong_code") ? { code: error.message } : refusedFields(error);
}

/** A login whose challenge has expired starts again with the password. */
export const ifEnded = (beginAgain: () => void) => (error: Error) => {
  if (refusedAs(error, "challenge_ended")) beginAgain();
};

/** A mailed link is unknown, replaced by a newer one, or over. */
export function linkEnded(error: Error | null): boolean {
  return refusedAs(error, "link_ended");
}

/** Codes of temporary failures. */
const temporary = [
  "busy",
  "idempotency_key_in_use",
  "internal",
  "outcome_unknown",
  "timeout",
  "too_many_tries",
];

/** Whether the same call would be refused again; not so after a lost connection or from a busy server. */
export function isDecided(error: unknown): boolean {
  return error instanceof Refused && !temporary.includes(error.code);
}

/**
 * `nothing_sent`: the device is offline. `unknown`: a write that may have been done. `unread`: a read, or a write that can be
 * repeated without harm.
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

/** Logging in, registering, requesting a link or a preview of a change: the server's answer shows the current state. */
const harmlessTwice = /(login|login\/code|register|password\/forgot|blooddonor\/link|\?preview=true)$/;

export function isWrite(method: string): boolean {
  return method !== "GET";
}

/**
 * `wasOffline`: the browser knew before the call that there was no connection. `isRepeatable`: the server does the same write once, so that
 * it is safe to try again; otherwise the user has to check first whether it was done.
 */
export function noAnswer(method: string, path: string, wasOffline: boolean, isRepeatable = false): NoAnswer {
  const write = isWrite(method);
  if (wasOffline) return new NoAnswer("nothing_sent", write ? m.error_offline_not_sent() : m.error_offline());
  if (write && !harmlessTwice.test(path))
    return new NoAnswer(
      "unknown",
      isRepeatable ? m.error_outcome_unknown() : m.error_outcome_unknown_check(),
    );
  return new NoAnswer("unread", m.error_no_connection());
}

/** Whether the server may have received the call, so that cached data may be outdated. */
export function mayHaveArrived(error: Error | null): boolean {
  return !(error instanceof NoAnswer) || error.outcome !== "nothing_sent";
}

/** Codes for writes that may have been done. */
const perhapsDone = ["idempotency_answer_lost", "idempotency_key_in_use", "outcome_unknown"];

/** Whether the write may have been done, so that it must not be reported as failed. */
export function mayBeDone(error: Error): boolean {
  return error instanceof Refused
    ? perhapsDone.includes(error.code)
    : error instanceof NoAnswer && error.outcome === "unknown";
}

/** Whether the call is under way, or its answer was lost: it may have taken the chosen slot itself, and can be sent again. */
export const isSent = ({ isPending, error }: { isPending: boolean; error: Error | null }) =>
  isPending || (error !== null && mayBeDone(error));

/** What the server refused, by field; empty for any other failure. */
export function refusedFields(error: Error | null): Record<string, string> {
  return error instanceof Refused ? error.fields : {};
}
