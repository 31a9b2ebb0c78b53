import { act, render, screen } from "@testing-library/react";
import { MemoryRouter, Route, Routes, useLocation } from "react-router";
import { afterEach, describe, expect, test } from "vitest";
import { expire, forgetEverything, type Role, signIn } from "../lib/session";
import { takeToasts } from "../lib/toasts";
import { Guard } from "./guard";

afterEach(() => {
  takeToasts();
});

function Login() {
  const { pathname, state } = useLocation();
  return <p>{`${pathname} from ${state?.from ?? "nowhere"}`}</p>;
}

function open(role: Role) {
  render(
    <MemoryRouter initialEntries={["/area/page?x=1"]}>
      <Routes>
        <Route path="/area/page" element={<Guard role={role}>the page</Guard>} />
        <Route path="*" element={<Login />} />
      </Routes>
    </MemoryRouter>,
  );
}

const toasts = () => takeToasts().map(({ text }) => text);

describe("a guarded page", () => {
  test.each<[Role, string]>([
    ["user", "/login"],
    ["doctor", "/forbusiness/doclogin"],
    ["worker", "/forbusiness/doclogin"],
    ["admin", "/admin/login"],
  ])("sends a stranger to the login of a %s, who can come back", (role, login) => {
    open(role);
    expect(screen.getByText(`${login} from /area/page?x=1`)).toBeDefined();
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
    expect(screen.getByText("/admin/login from nowhere")).toBeDefined();
    expect(toasts()).toEqual([]);
  });

  test("keeps the place when the server ends the session, and a second refusal does not overwrite it", () => {
    signIn("admin", "t");
    open("admin");
    act(() => expire("admin", "t"));
    expect(screen.getByText("/admin/login from /area/page?x=1")).toBeDefined();
    act(() => expire("admin", "t"));
    expect(screen.getByText("/admin/login from /area/page?x=1")).toBeDefined();
    expect(toasts()).toEqual(["Please sign in to continue."]);
  });

  test("leaves quietly on a logout after an ended session", () => {
    signIn("admin", "t");
    expire("admin", "t");
    signIn("admin", "t2");
    open("admin");
    act(() => forgetEverything());
    expect(screen.getByText("/admin/login from nowhere")).toBeDefined();
  });
});
