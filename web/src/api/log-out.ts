/** Logout: ends every stored session on the server and the notifications of this browser, then clears this device. */
import { cookieName, cookieText } from "../lib/cookie";
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

let logouts: Promise<unknown> = Promise.resolve();

/** Until when answers may come. A cookie, because the page may be reloaded, and the answer clears the storage. */
const cookie = "farewell";

function remainingMs(): number {
  const begin = `${cookieName(cookie)}=`;
  const until = document.cookie.split("; ").find((part) => part.startsWith(begin));
  return until ? Number(until.slice(begin.length)) - Date.now() : 0;
}

function setLogoutCookie(seconds: number): void {
  const value = Date.now() + seconds * 1000;
  // biome-ignore lint/suspicious/noDocumentCookie: the store of cookies is not in every browser that we support.
  document.cookie = cookieText({ name: cookie, value, seconds, sameSite: "Strict" });
}

/** Ends the notifications of this browser: nothing that comes for it is shown any more. The server ends them with the session. */
export async function unsubscribe(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  await subscription?.unsubscribe();
}

export function logOut(): void {
  // Without it the server still sends nothing more.
  unsubscribe().catch(() => undefined);
  // The device forgets the tokens at once; `keepalive` lets the calls outlive the page.
  const calls = storedSessions().map(({ role, token }) =>
    fetch(logoutCalls[role], {
      method: "POST",
      keepalive: true,
      headers: { Authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(LOGOUT_TIMEOUT_MS),
    }),
  );
  if (calls.length > 0) setLogoutCookie(LOGOUT_TIMEOUT_MS / 1000);
  logouts = Promise.allSettled(calls).then(() => setLogoutCookie(0));
  forgetEverything();
}

/** The answer to a logout clears the storage (`Clear-Site-Data`), so a login waits for it, or it would lose the new token. */
export async function pendingLogouts(): Promise<void> {
  await logouts;
  const left = remainingMs();
  if (left > 0) await new Promise((resolve) => setTimeout(resolve, left));
}
