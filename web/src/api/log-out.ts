/** Logout: ends every stored session on the server, then clears this device. */
import { cookieName, cookieText } from "../lib/cookie";
import { forgetEverything, type Role, storedSessions } from "../lib/session";

const logoutCalls: Record<Role, string> = {
  user: "/user/api/logout",
  doctor: "/user/api/logout",
  worker: "/user/api/logout",
  desk: "/user/api/logout",
  admin: "/admin/api/logout",
};

/** The server gives a call up after 30 seconds. */
const longestFarewell = 30_000;

let farewells: Promise<unknown> = Promise.resolve();

/** Until when answers may come, in a cookie: the page may be loaded again meanwhile, and the storage is what is cleared. */
const cookie = "farewell";

function waitedFor(): number {
  const begin = `${cookieName(cookie)}=`;
  const until = document.cookie.split("; ").find((part) => part.startsWith(begin));
  return until ? Number(until.slice(begin.length)) - Date.now() : 0;
}

function noteFarewell(seconds: number): void {
  const value = Date.now() + seconds * 1000;
  // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies is not in every browser that we support.
  document.cookie = cookieText({ name: cookie, value, seconds, sameSite: "Strict" });
}

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
  if (said.length > 0) noteFarewell(longestFarewell / 1000);
  farewells = Promise.allSettled(said).then(() => noteFarewell(0));
  forgetEverything();
}

/** The answer to a logout makes the browser clear its storage: whoever signs in comes after it, or loses the new token. */
export async function farewellsSaid(): Promise<void> {
  await farewells;
  const left = waitedFor();
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
}
