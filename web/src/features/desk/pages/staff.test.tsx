import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { setLocale } from "../../../messages/locale";
import { deskAct } from "../../../testing/doctor";
import { answer, listed, refused, renderPage, server } from "../../../testing/page";
import type { DeskAct, DeskHospital, Invitation, Staff } from "../api";
import { Page } from "./staff";

const anu: Staff = {
  _id: "s1",
  name: "Anu",
  email: "anu@example.org",
  since: "2026-11-15T09:00:00+05:30",
  lastUsedAt: null,
  twoFactor: false,
};
const sita: Invitation = {
  _id: "i1",
  name: "Sita",
  email: "sita@example.org",
  invitedAt: "2026-11-15T09:00:00+05:30",
  expiresAt: "2026-11-22T09:00:00+05:30",
};

let staff: Staff[];
let invitations: Invitation[];
let hospital: DeskHospital | null;
let acts: DeskAct[];
let sent: { call: string; body: unknown }[];
let writes: () => Response;

beforeEach(() => {
  signIn("doctor", "token", "d1");
  signIn("worker", "token", "h1", "hospital");
  staff = [anu];
  invitations = [];
  hospital = null;
  acts = [];
  sent = [];
  writes = () => answer(undefined, "Done.");
  server.mockImplementation(async (request) => {
    const path = new URL(request.url).pathname;
    if (path.endsWith("/twofactor")) return answer({ enrolledAt: null, recoveryCodesLeft: 0 });
    if (request.method === "GET")
      return path.includes("/acts/") ? listed(acts) : answer({ staff, invitations, hospital });
    const body = await request.json().catch(() => undefined);
    sent.push({ call: `${request.method} ${path}`, body });
    return writes();
  });
});

afterEach(() => setLocale("en"));

const show = (shell = "doctor") => renderPage(<Page title="Assistants" shell={shell} />);
const inDialog = () => within(screen.getByRole("dialog"));

test("each is listed with the last use", async () => {
  show();
  const [, row] = await screen.findAllByRole("row");
  expect(row?.textContent).toMatch(/Anu.*anu@example\.org.*Not yet/);
});

test("an invitation needs name, address and the caller's password; server errors are shown at their fields", async () => {
  staff = [];
  show();
  expect(await screen.findByRole("heading", { name: "No one yet" })).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Add an assistant" }));
  await userEvent.type(inDialog().getByLabelText("Name"), "Sita");
  await userEvent.type(inDialog().getByLabelText("Email"), "sita@example.org");
  await userEvent.type(inDialog().getByLabelText("Your password"), "secret");
  writes = () => refused(422, "invalid_fields", "x", [{ field: "email", message: "Not an address." }]);
  await userEvent.click(inDialog().getByRole("button", { name: "Invite" }));
  expect(await inDialog().findAllByText("Not an address.")).not.toHaveLength(0);
  writes = () => {
    invitations = [sita];
    return answer(sita, "Invited.");
  };
  await userEvent.clear(inDialog().getByLabelText("Email"));
  await userEvent.type(inDialog().getByLabelText("Email"), "sita@example.org");
  await userEvent.click(inDialog().getByRole("button", { name: "Invite" }));
  expect(await screen.findByRole("heading", { name: "Invited, not accepted yet" })).toBeDefined();
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent.at(-1)).toEqual({
    call: "POST /user/api/desk/staff",
    body: { name: "Sita", email: "sita@example.org", current_password: "secret" },
  });
  expect(takeToasts()).toEqual([{ tone: "good", text: "Invited." }]);
});

test("an invitation is withdrawn", async () => {
  invitations = [sita];
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Withdraw" }));
  writes = () => {
    invitations = [];
    return answer(undefined, "Ended.");
  };
  await userEvent.click(inDialog().getByRole("button", { name: "Withdraw" }));
  await waitFor(() => expect(screen.queryByText("sita@example.org")).toBeNull());
  expect(sent).toEqual([{ call: "DELETE /user/api/desk/staff/i1", body: undefined }]);
});

test("a lost second factor is reset with the caller's password", async () => {
  staff = [{ ...anu, twoFactor: true }];
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Reset two-factor login" }));
  await userEvent.type(inDialog().getByLabelText("Your password"), "secret");
  await userEvent.click(inDialog().getByRole("button", { name: "Turn off two-factor login" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([
    { call: "POST /user/api/desk/staff/s1/twofactor/off", body: { current_password: "secret" } },
  ]);
});

test("a login is ended with the keyboard alone, and the focus stays in the list", async () => {
  show();
  (await screen.findByRole("button", { name: "End login" })).focus();
  await userEvent.keyboard("{Enter}");
  expect(screen.getByRole("dialog", { name: "End Anu's login?" })).toBeDefined();
  writes = () => {
    staff = [];
    return answer(undefined, "Ended.");
  };
  inDialog().getByRole("button", { name: "End login" }).focus();
  await userEvent.keyboard("{Enter}");
  expect(await screen.findByRole("heading", { name: "No one yet" })).toBeDefined();
  expect(sent).toEqual([{ call: "DELETE /user/api/desk/staff/s1", body: undefined }]);
  const list = screen.getByRole("group", { name: "Assistants" });
  await waitFor(() => expect(document.activeElement).toBe(list));
});

test("the desk of the hospital that confirmed the doctor is let in by one press", async () => {
  hospital = { _id: "h1", Hospital_name: "Asha Hospital", allowed: false };
  show();
  const box = await screen.findByRole("checkbox", {
    name: "Allow the desk of Asha Hospital to run the day there",
  });
  expect(box).toHaveProperty("checked", false);
  writes = () => {
    hospital = { _id: "h1", Hospital_name: "Asha Hospital", allowed: true };
    return answer(hospital, "Let in.");
  };
  await userEvent.click(box);
  await waitFor(() => expect(box).toHaveProperty("checked", true));
  expect(sent).toEqual([{ call: "PUT /user/api/doctor/desk/hospital/d1", body: { allowed: true } }]);
});

test("the hospital has its Malayalam name for who reads Malayalam", async () => {
  setLocale("ml");
  hospital = { _id: "h1", Hospital_name: "Asha Hospital", nameMl: "ആശ ഹോസ്പിറ്റൽ", allowed: false };
  show();
  expect(await screen.findByRole("checkbox", { name: /^ആശ ഹോസ്പിറ്റൽ/ })).toBeDefined();
});

test("a doctor reads who did what", async () => {
  acts = [deskAct];
  show();
  const list = await screen.findByRole("list", { name: "What others did for you" });
  expect(list.textContent).toContain("Approved: Asha NairAnu, assistant");
});

test("a hospital adds desk staff, and has neither a switch nor a list of what was done", async () => {
  show("business");
  expect(await screen.findByText("anu@example.org")).toBeDefined();
  expect(screen.getByRole("button", { name: "Add desk staff" })).toBeDefined();
  expect(screen.queryByRole("checkbox")).toBeNull();
  expect(screen.queryByRole("heading", { name: "What others did for you" })).toBeNull();
});
