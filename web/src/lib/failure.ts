/** Calls that failed, in words for people. */
import { m } from "../messages";

/** A failed call whose message people can read, in the language of the page. Any other error is a mistake of ours. */
export class Failure extends Error {
  override name = "Failure";
}

export function failureText(error: Error): string {
  return error instanceof Failure ? error.message : m.error_text();
}
