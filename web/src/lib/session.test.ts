import { act, renderHook } from "@testing-library/react";
import { describe, expect, test, vi } from "vitest";
import {
  expire,
  forget,
  forgetEverything,
  hasExpired,
  kindOf,
  renew,
  signIn,
  storedSessions,
  tokenOf,
  useToken,
} from "./session";

describe("the session", () => {
  test("keeps a role's id and token under the contract's keys", () => {
    signIn("user", "t1", "u1");
    signIn("doctor", "t2", "d1");
    signIn("worker", "t3", "w1");
    signIn("desk", "t5", "s1");
    signIn("admin", "t4", "a1");
    expect({ ...window.localStorage }).toEqual({
      userToken: "t1",
      userId: "u1",
      docToken: "t2",
      docId: "d1",
      workerToken: "t3",
      workerId: "w1",
      deskToken: "t5",
      deskId: "s1",
      adminToken: "t4",
    });
  });

  test("forgets one role and leaves the others", () => {
    signIn("user", "t1", "u1");
    signIn("admin", "t4");
    forget("user");
    expect({ ...window.localStorage }).toEqual({ adminToken: "t4" });
    expect(storedSessions()).toEqual([{ role: "admin", token: "t4" }]);
  });

  test("remembers which kind an ended session was of, until the logout", () => {
    signIn("worker", "t3", "w1", "pharmacy");
    expire("worker", "t3");
    expect({ ...window.localStorage }).toEqual({ workerKind: "pharmacy" });
    expect(kindOf("worker")).toBe("pharmacy");
    forgetEverything();
    expect(kindOf("worker")).toBeNull();
  });

  test("removes every key of the storage on logout", () => {
    signIn("admin", "t4");
    window.localStorage.setItem("else", "1");
    forgetEverything();
    expect(window.localStorage).toHaveLength(0);
  });

  test("remembers that the server ended it, until the next login or logout", () => {
    signIn("doctor", "t2", "d1");
    expire("doctor", "t2");
    expect([tokenOf("doctor"), hasExpired("doctor"), hasExpired("admin")]).toEqual([null, true, false]);
    signIn("doctor", "t3", "d1");
    expect(hasExpired("doctor")).toBe(false);
    expire("doctor", "t3");
    forgetEverything();
    expect(hasExpired("doctor")).toBe(false);
  });

  test("accepts a renewed token for the current user only", () => {
    signIn("doctor", "old", "d1");
    renew("doctor", "old", "new", "d1");
    expect({ ...window.localStorage }).toEqual({ docToken: "new", docId: "d1" });
    signIn("doctor", "another's", "d2");
    renew("doctor", "new", "late", "d1");
    expect(tokenOf("doctor")).toBe("another's");
    forgetEverything();
    renew("doctor", "new", "late", "d1");
    expect(tokenOf("doctor")).toBeNull();
  });

  test("accepts a renewed token although the server refused the old one before", () => {
    signIn("doctor", "old", "d1");
    expire("doctor", "old");
    renew("doctor", "old", "new", "d1");
    expect({ ...window.localStorage }).toEqual({ docToken: "new", docId: "d1" });
    expect(hasExpired("doctor")).toBe(false);
  });

  test("is not ended by a late refusal of an older token", () => {
    signIn("doctor", "new", "d1");
    expire("doctor", "old");
    expect([tokenOf("doctor"), hasExpired("doctor")]).toEqual(["new", false]);
  });

  test("notifies subscribers of changes, also from another tab", () => {
    const { result } = renderHook(() => useToken("user"));
    expect(result.current).toBeNull();
    act(() => signIn("user", "t1", "u1"));
    expect(result.current).toBe("t1");
    act(() => {
      window.localStorage.removeItem("userToken");
      window.dispatchEvent(new StorageEvent("storage"));
    });
    expect(result.current).toBeNull();
  });

  test("is empty where the browser refuses storage", () => {
    const refused = vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
      throw new DOMException("denied", "SecurityError");
    });
    expect(tokenOf("user")).toBeNull();
    expect(() => signIn("user", "t1")).not.toThrow();
    refused.mockRestore();
  });
});

test.each([
  ["it is loaded again after another account signed in", () => signIn("user", "t2", "u2"), true],
  ["it is loaded again after a logout in the same tab", () => forgetEverything(), true],
  ["it stays if its account signed in again", () => signIn("user", "t2", "u1"), false],
])("a page of the back-forward cache: %s", (_, meanwhile, isReloaded) => {
  const reload = vi.fn();
  vi.stubGlobal("location", { ...window.location, reload });
  signIn("user", "t1", "u1");
  window.dispatchEvent(new Event("pagehide"));
  meanwhile();
  window.dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
  // Other tests of this process have loaded the module too.
  expect(reload.mock.calls.length > 0).toBe(isReloaded);
  vi.unstubAllGlobals();
});
