/** Logout: ends every stored session on the server, then clears this device. */
import { forgetEverything, type Role, storedSessions } from "../lib/session";

const logoutCalls: Record<Role, string> = {
  user: "/user/api/logout",
  doctor: "/user/api/logout",
  worker: "/user/api/logout",
  admin: "/admin/api/logout",
};

export function logOut(): void {
  for (const { role, token } of storedSessions()) {
    // Nobody waits for the answer: the device forgets the token at once, and `keepalive` outlives the page.
    fetch(logoutCalls[role], {
      method: "POST",
      keepalive: true,
      headers: { Authorization: `Bearer ${token}` },
    }).catch(() => undefined);
  }
  forgetEverything();
}
