/** Logout: ends every stored session on the server, and clears this device; `forgetAccount` follows as after any end of a session. */
import { forgetEverything, type Role, storedSessions } from "../lib/session";

const logoutCalls: Record<Role, string> = {
  user: "/user/api/logout",
  doctor: "/user/api/logout",
  worker: "/user/api/logout",
  desk: "/user/api/logout",
  admin: "/admin/api/logout",
};

/** The server's timeout of a call. */
const LOGOUT_TIMEOUT_MS = 30_000;

export function logOut(): void {
  for (const { role, token } of storedSessions()) {
    // The token is removed from the device without waiting for the answer; `keepalive` lets the call outlive the page.
    fetch(logoutCalls[role], {
      method: "POST",
      keepalive: true,
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(LOGOUT_TIMEOUT_MS),
    }).catch(() => undefined);
  }
  forgetEverything();
}
