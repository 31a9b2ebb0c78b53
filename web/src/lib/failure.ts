/** Failed calls, with messages for users. */
import { m } from "../messages";

/** A failed call with a message for users, in the language of the page. Any other error is a bug. */
export class Failure extends Error {
  override name = "Failure";
}

export function failureText(error: Error): string {
  return error instanceof Failure ? error.message : m.error_text();
}
