import { beforeEach, expect, test } from "vitest";
import { expire, forgetEverything, renew, signIn } from "../../lib/session";
import { queryClient } from "./query-client";

const isKnown = () => queryClient.getQueryData(["profile", "u1"]) !== undefined;

beforeEach(() => {
  forgetEverything();
  signIn("user", "token", "u1");
  queryClient.setQueryData(["profile", "u1"], { username: "Asha" });
});

test.each([
  ["logs out", () => forgetEverything()],
  ["is signed out by the server", () => expire("user", "token")],
  ["makes room for somebody else", () => signIn("user", "other", "u2")],
  [
    "logs out in another tab",
    () => window.dispatchEvent(new StorageEvent("storage", { key: "userToken", oldValue: "token" })),
  ],
  [
    "makes room for another administrator in another tab",
    () =>
      window.dispatchEvent(
        new StorageEvent("storage", { key: "adminToken", oldValue: "one's", newValue: "another's" }),
      ),
  ],
  ["clears the browser in another tab", () => window.dispatchEvent(new StorageEvent("storage"))],
])("nothing that was answered to somebody is kept once they are gone: who %s", (_, leave) => {
  expect(isKnown()).toBe(true);
  leave();
  expect(isKnown()).toBe(false);
});

test.each([
  ["gets another token", () => renew("user", "token", "newer", "u1")],
  [
    "was nobody before, as an administrator in another tab",
    () => window.dispatchEvent(new StorageEvent("storage", { key: "adminToken", newValue: "token" })),
  ],
  ["signs in in another role too", () => signIn("doctor", "token", "d1")],
  [
    "gets another token in another tab",
    () =>
      window.dispatchEvent(
        new StorageEvent("storage", { key: "userToken", oldValue: "token", newValue: "newer" }),
      ),
  ],
])("whoever %s is still here", (_, change) => {
  change();
  expect(isKnown()).toBe(true);
});
