/** Mailed links instead of accounts: their token stands after the `#` and is only ever sent in this header. */
import { Refused } from "../../../api/problem";

export function withLink(token: string) {
  return { headers: { Authorization: `Bearer ${token}` } };
}

/** Unknown, replaced by a newer one, or over. */
export function linkEnded(error: Error | null): boolean {
  return error instanceof Refused && error.code === "link_ended";
}

/** What the server refused it refuses a moment later too; a lost connection is worth a second try. */
export function retryLost(failures: number, error: Error): boolean {
  return failures < 1 && !(error instanceof Refused);
}
