/** Logout: ends every stored session on the server, then clears this device. */
import { forgetEverything, type Role, storedSessions } from "../lib/session";

const logoutCalls: Record<Role, string> = {
  user: "/user/api/logout",
  doctor: "/user/api/logout",
  worker: "/user/api/logout",
  admin: "/admin/api/logout",
};

/** The server gives a call up after 30 seconds. */
const longestFarewell = 30_000;

let farewells: Promise<unknown> = Promise.resolve();

export function logOut(): void {
  // Nobody waits for the answers: the device forgets the tokens at once, and `keepalive` outlives the page.
  const said = storedSessions().map(({ role, token }) =>
    fetch(logoutCalls[role], {
      method: "POST",
      keepalive: true,
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(longestFarewell),
    }),
  );
  farewells = Promise.allSettled(said);
  forgetEverything();
}

/** The answer to a logout makes the browser clear its storage: whoever signs in comes after it, or loses the new token. */
export async function farewellsSaid(): Promise<void> {
  await farewells;
}
