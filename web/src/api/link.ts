/** Mailed links instead of accounts: their token stands after the `#` and is only ever sent in this header. */
import { refusedAs } from "./problem";

export function withLink(token: string) {
  return { headers: { Authorization: `Bearer ${token}` } };
}

/** Unknown, replaced by a newer one, or over. */
export function linkEnded(error: Error | null): boolean {
  return refusedAs(error, "link_ended");
}
