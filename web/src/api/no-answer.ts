/** Calls that got no answer of the server's, and what that means for whoever made them. */
import { Failure } from "../lib/failure";
import { m } from "../paraglide/messages";

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

/** Logging in, registering or asking for a link once more: the server's answer tells how things stand. */
const harmlessTwice = /(login|register|password\/forgot|blooddonor\/link)$/;

export function isWrite(method: string): boolean {
  return method !== "GET";
}

/** `wasOffline`: the browser knew before the call that there was no connection. */
export function noAnswer(method: string, path: string, wasOffline: boolean): NoAnswer {
  const write = isWrite(method);
  if (wasOffline) return new NoAnswer("nothing_sent", write ? m.offline_nothing_sent() : m.offline());
  if (write && !harmlessTwice.test(path)) return new NoAnswer("unknown", m.outcome_unknown());
  return new NoAnswer("unread", m.no_connection());
}

/** Whether the server may have got the call, so that what the page knows may no longer be true. */
export function mayHaveArrived(error: Error | null): boolean {
  return !(error instanceof NoAnswer) || error.outcome !== "nothing_sent";
}
