import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "../../../lib/session";
import { answer, listed, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./audit-log";

const wrongPasswords = {
  _id: "a2",
  at: "2024-01-06T04:45:00Z",
  actor: { _id: "", role: "admin", name: "" },
  action: "login_failed",
  times: 1200,
  subject: { kind: "account", _id: "x1", name: "first@example.org" },
  network: "198.51.100.0/24",
};
const download = {
  _id: "a1",
  at: "2024-01-06T03:45:00Z",
  actor: { _id: "x1", role: "admin", name: "first@example.org" },
  action: "export",
  times: 1,
  subject: { kind: "list", _id: "donors", name: "" },
  network: null,
};

const atDesk = {
  ...download,
  _id: "a0",
  actor: { _id: "s1", role: "desk", name: "Anu" },
  action: "called",
  subject: { kind: "booking", _id: "b1", name: "Asha Nair" },
  for: "Meera",
};

beforeEach(() => {
  signIn("admin", "token");
  server.mockImplementation(async ({ url }) => {
    const { pathname } = new URL(url);
    if (pathname === "/admin/api/audit") return listed([wrongPasswords, download, atDesk]);
    if (pathname === "/admin/api/audit/sealed") {
      return answer({ sealedUntil: "2024-01-06T04:00:00Z", seal: "00" });
    }
    return refused(404, "not_found", "");
  });
});

test("the log shows actor, action, count and network, and the time of its seal", async () => {
  renderPage(<Page title="Audit log" />, { at: "/admin/audit", path: "/admin/audit" });
  const [, first, second, third] = await screen.findAllByRole("row");
  expect(first?.textContent).toContain("Failed to log in (1,200 times)");
  expect(first?.textContent).toContain("Unknown");
  expect(first?.textContent).toContain("198.51.100.0/24");
  expect(second?.textContent).toContain("Downloaded data");
  expect(second?.textContent).toContain("Blood donors");
  expect(third?.textContent).toContain("AnuDesk, for Dr. Meera");
  expect(third?.textContent).toContain("Called in");
  expect(await screen.findByText(/Sealed until .*2024/)).toBeTruthy();
});
