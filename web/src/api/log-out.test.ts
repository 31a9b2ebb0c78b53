import { afterEach, expect, test, vi } from "vitest";
import { forget, onGone, signIn } from "../lib/session";
import { forgetAccount } from "./forget-account";
import { logOut } from "./log-out";

afterEach(() => vi.unstubAllGlobals());

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

test("a logout deletes what the service worker kept of the account, and leaves the program", async () => {
  vi.stubGlobal("fetch", async () => new Response());
  const kept = new Set(["program-1", "seen-1"]);
  vi.stubGlobal("caches", { keys: async () => [...kept], delete: async (name: string) => kept.delete(name) });
  const postMessage = vi.fn();
  vi.stubGlobal("navigator", { serviceWorker: { ready: Promise.resolve({ active: { postMessage } }) } });
  onGone(forgetAccount);
  signIn("user", "u-token", "u1");
  logOut();
  await vi.waitFor(() => expect([...kept]).toEqual(["program-1"]));
  expect(postMessage).toHaveBeenCalledWith({ kind: "forget", isLast: true });
});

test("the end of one session of several leaves the browser's subscription, which may be of another", async () => {
  const postMessage = vi.fn();
  vi.stubGlobal("navigator", { serviceWorker: { ready: Promise.resolve({ active: { postMessage } }) } });
  onGone(forgetAccount);
  signIn("user", "u-token", "u1");
  signIn("doctor", "d-token", "d1");
  forget("user");
  await vi.waitFor(() => expect(postMessage).toHaveBeenLastCalledWith({ kind: "forget", isLast: false }));
  forget("doctor");
  await vi.waitFor(() => expect(postMessage).toHaveBeenLastCalledWith({ kind: "forget", isLast: true }));
});
