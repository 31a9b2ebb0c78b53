import { act, screen } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { describe, expect, test } from "vitest";
import {
  clearTwoFactorSetup,
  expire,
  forgetEverything,
  idOf,
  onGone,
  type Role,
  renew,
  requireTwoFactorSetup,
  signIn,
  tokenOf,
} from "../../lib/session";
import { takeToasts } from "../../lib/toasts";
import { renderPage } from "../../testing/page";
import { Guard } from "./guard";

const open = (role: Role, page: ReactNode = "the page", at = "/area/page?x=1") =>
  renderPage(<Guard role={role}>{page}</Guard>, { at });

/** Like real pages: it reads the account's id once. */
function Own() {
  const [id] = useState(idOf("user"));
  return <p>{`the page of ${id}`}</p>;
}

/** The same for a role without an id. */
function OwnOfAdmin() {
  const [token] = useState(tokenOf("admin"));
  return <p>{`the page of ${token}`}</p>;
}

const sentFromThere = '{"from":"/area/page?x=1","fromState":null}';

const toasts = () => takeToasts().map(({ text }) => text);

describe("a guarded page", () => {
  test.each<[Role, string]>([
    ["user", "/login"],
    ["doctor", "/forbusiness/doclogin"],
    ["worker", "/forbusiness/doclogin"],
    ["desk", "/desk/login"],
    ["admin", "/admin/login"],
  ])("sends a stranger to the login of a %s, who can come back", (role, login) => {
    open(role);
    expect(screen.getByText(`${login} ${sentFromThere}`)).toBeDefined();
    expect(toasts()).toEqual(["Please sign in to continue."]);
  });

  test("opens for its role, and for no other", () => {
    signIn("admin", "t");
    open("admin");
    expect(screen.getByText("the page")).toBeDefined();
  });

  test("leaves quietly on logout", () => {
    signIn("admin", "t");
    open("admin");
    act(() => forgetEverything());
    expect(screen.getByText("/admin/login null")).toBeDefined();
    expect(toasts()).toEqual([]);
  });

  test("keeps the place when the server ends the session, and a second refusal does not overwrite it", () => {
    signIn("admin", "t");
    open("admin");
    act(() => expire("admin", "t"));
    expect(screen.getByText(`/admin/login ${sentFromThere}`)).toBeDefined();
    act(() => expire("admin", "t"));
    expect(screen.getByText(`/admin/login ${sentFromThere}`)).toBeDefined();
    expect(toasts()).toEqual(["Please sign in to continue."]);
  });

  test("leaves quietly on a logout after an ended session", () => {
    signIn("admin", "t");
    expire("admin", "t");
    signIn("admin", "t2");
    open("admin");
    act(() => forgetEverything());
    expect(screen.getByText("/admin/login null")).toBeDefined();
  });

  test("remounts when another account logs in in another tab", () => {
    signIn("user", "t", "u1");
    open("user", <Own />);
    expect(screen.getByText("the page of u1")).toBeDefined();
    act(() => {
      window.localStorage.setItem("userToken", "t2");
      window.localStorage.setItem("userId", "u2");
      window.dispatchEvent(new StorageEvent("storage"));
    });
    expect(screen.getByText("the page of u2")).toBeDefined();
  });

  test("remounts for another administrator, and not for a new token of the same one", () => {
    onGone(() => {});
    signIn("admin", "t");
    open("admin", <OwnOfAdmin />);
    act(() => renew("admin", "t", "t2", "a1"));
    expect(screen.getByText("the page of t")).toBeDefined();
    act(() => {
      window.localStorage.setItem("adminToken", "t3");
      window.dispatchEvent(
        new StorageEvent("storage", { key: "adminToken", oldValue: "t2", newValue: "t3" }),
      );
    });
    expect(screen.getByText("the page of t3")).toBeDefined();
  });

  test("says that another tab has logged out", () => {
    signIn("user", "t", "u1");
    open("user");
    act(() => {
      window.localStorage.clear();
      window.dispatchEvent(new StorageEvent("storage", { key: null }));
    });
    expect(screen.getByText("/login null")).toBeDefined();
    expect(toasts()).toEqual(["You logged out in another tab."]);
  });

  test("keeps the place when the session ended in another tab", () => {
    signIn("user", "t", "u1");
    open("user");
    act(() => {
      window.localStorage.removeItem("userToken");
      window.dispatchEvent(new StorageEvent("storage", { key: "userToken", oldValue: "t", newValue: null }));
    });
    expect(screen.getByText(`/login ${sentFromThere}`)).toBeDefined();
    expect(toasts()).toEqual(["Please sign in to continue."]);
  });
});

describe("a worker who has to set up a second factor", () => {
  test.each([
    ["doctor", "/doctor/twofactor"],
    ["worker", "/business/twofactor"],
    ["desk", "/desk/twofactor"],
  ] as const)("of the role %s is led to %s", (role, page) => {
    signIn(role, "t", "id");
    open(role);
    act(() => requireTwoFactorSetup(role));
    expect(screen.getByText(`${page} ${sentFromThere}`)).toBeDefined();
    act(() => clearTwoFactorSetup(role));
  });
});

describe("an administrator who has to set up a second factor", () => {
  test("is led there from every page, and back once it is done", () => {
    signIn("admin", "t");
    open("admin");
    act(() => requireTwoFactorSetup("admin"));
    expect(screen.getByText(`/admin/twofactor ${sentFromThere}`)).toBeDefined();
  });

  test("sees the page where it is set up", () => {
    signIn("admin", "t");
    requireTwoFactorSetup("admin");
    open("admin", "the page", "/admin/twofactor");
    expect(screen.getByText("the page")).toBeDefined();
    clearTwoFactorSetup("admin");
  });
});
