import { afterEach, expect, test, vi } from "vitest";
import { signIn } from "../lib/session";
import { logOut, pendingLogouts } from "./log-out";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("logout ends every stored session on the server and clears the device", () => {
  const fetch = vi.fn(async (_path: string, _init: RequestInit) => new Response());
  vi.stubGlobal("fetch", fetch);
  signIn("user", "u-token", "u1");
  signIn("admin", "a-token");
  logOut();
  expect(fetch.mock.calls.map(([path, init]) => [path, init.headers])).toEqual([
    ["/user/api/logout", { Authorization: "Bearer u-token" }],
    ["/admin/api/logout", { Authorization: "Bearer a-token" }],
  ]);
  expect(window.localStorage).toHaveLength(0);
});

test("a login waits for a logout that is still on its way, also of a page that was loaded again", async () => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", () => new Promise<Response>(() => {}));
  signIn("user", "u-token", "u1");
  logOut();
  vi.resetModules();
  const again = await import("./log-out");
  let signedIn = false;
  const waiting = again.pendingLogouts().then(() => {
    signedIn = true;
  });
  await vi.advanceTimersByTimeAsync(29_000);
  expect(signedIn).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  await waiting;
  expect(signedIn).toBe(true);
});

test("a login waits no longer than the answer takes", async () => {
  vi.stubGlobal("fetch", async () => new Response());
  signIn("user", "u-token", "u1");
  logOut();
  await pendingLogouts();
  expect(document.cookie).not.toContain("farewell");
});
