import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { answer, listed, renderPage, server } from "../../../testing/page";
import { Page } from "./pending-requests";

const doctor = {
  _id: "d1",
  full_Name: "Meera Menon",
  doctor_ID: "TCMC 1",
  specialization: "Cardiology",
  phone_Number: "9846012345",
  emailConfirmed: true,
};

const hospital = {
  _id: "h1",
  Hospital_name: "Lisie Hospital",
  doctor_ID: "KL/1",
  specialization: "Hospital",
  phone_Number: "9846012346",
  emailConfirmed: false,
};

const change = {
  _id: "c1",
  workerId: "h1",
  category: "Hospital",
  name: "Lisie Hospital",
  newName: "Lisie Medical Centre",
  nameMl: null,
  newNameMl: "ലിസി മെഡിക്കൽ സെന്റർ",
  number: "KL/1",
  newNumber: null,
  state: "Kerala",
  newState: "Kerala",
  district: "Ernakulam",
  newDistrict: "Kollam",
  askedAt: "2026-11-16T09:00:00+05:30",
};

let waiting: Record<string, object[]>;
let sent: { method: string; path: string; body: string }[];

async function dataOf(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (pathname.endsWith("/notifications")) {
    const data = {
      pending: { Doctor: 1, Hospital: 1, Pharmacy: 0 },
      changes: waiting.changes?.length,
      bloodRequests: 0,
      messages: 0,
      total: 2,
    };
    return answer(data);
  }
  if (pathname.endsWith("/reference")) return answer({ states: [], specialities: [], bloodGroups: [] });
  if (request.method !== "GET") {
    sent.push({ method: request.method, path: pathname, body: await request.text() });
    waiting.Doctor = [];
    waiting.changes = [];
    return answer(undefined, "Done.");
  }
  return listed(waiting[pathname.split("/")[4] ?? ""] ?? []);
}

beforeEach(() => {
  signIn("admin", "token");
  sent = [];
  waiting = { Doctor: [doctor], Hospital: [hospital], Pharmacy: [], changes: [change] };
  server.mockImplementation(dataOf);
});

function show(): void {
  renderPage(<Page title="Pending Request" />);
}

const inDialog = () => within(screen.getByRole("dialog"));

test("doctors come first; the tabs show the others, and an empty one says so", async () => {
  show();
  expect(await screen.findByRole("rowheader", { name: "Dr. Meera Menon" })).toBeDefined();
  await userEvent.click(screen.getByRole("tab", { name: "Hospital 1" }));
  expect(await screen.findByRole("rowheader", { name: "Lisie Hospital" })).toBeDefined();
  expect(screen.queryByText("Dr. Meera Menon")).toBeNull();
  await userEvent.click(screen.getByRole("tab", { name: "Pharmacy" }));
  expect(await screen.findByRole("heading", { name: "No New Pending Request" })).toBeDefined();
});

test("a rejection needs a reason, which the server gets", async () => {
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Reject" }));
  await userEvent.click(inDialog().getByRole("button", { name: "Reject" }));
  expect(sent).toEqual([]);
  await userEvent.type(inDialog().getByRole("textbox", { name: "Reason" }), "Unknown number");
  await userEvent.click(inDialog().getByRole("button", { name: "Reject" }));
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "good", text: "Done." }]));
  expect(sent).toEqual([
    {
      method: "DELETE",
      path: "/admin/api/workers/Doctor/rejected/d1",
      body: '{"reason":"Unknown number"}',
    },
  ]);
  expect(await screen.findByRole("heading", { name: "No New Pending Request" })).toBeDefined();
});

test("an approval is asked about once", async () => {
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Approve" }));
  expect(sent).toEqual([]);
  await userEvent.click(inDialog().getByRole("button", { name: "Approve" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]?.method).toBe("PATCH");
});

test("an unconfirmed address is shown, and an approval warns first", async () => {
  show();
  expect(await screen.findByText("Email confirmed")).toBeDefined();
  await userEvent.click(screen.getByRole("tab", { name: "Hospital 1" }));
  expect(await screen.findByText("Email not confirmed")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Approve" }));
  expect(inDialog().getByText(/The email address is not confirmed/)).toBeDefined();
  expect(sent).toEqual([]);
  await userEvent.click(inDialog().getByRole("button", { name: "Approve anyway" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ method: "PATCH", body: "" });
});

test("a new name is shown with the old one, and is approved or rejected with a reason", async () => {
  show();
  await userEvent.click(await screen.findByRole("tab", { name: "Changes 1" }));
  const name = await screen.findByRole("rowheader");
  expect(name.textContent).toBe(
    "Now: Lisie HospitalNew: Lisie Medical CentreNow: -New: ലിസി മെഡിക്കൽ സെന്റർHospital",
  );
  await userEvent.click(screen.getByRole("button", { name: "Approve" }));
  await userEvent.click(inDialog().getByRole("button", { name: "Approve" }));
  expect(await screen.findByRole("heading", { name: "No changes to review" })).toBeDefined();
  expect(sent).toEqual([{ method: "PATCH", path: "/admin/api/workers/changes/approved/c1", body: "" }]);
});

test("a rejected change says why", async () => {
  renderPage(<Page title="Pending Request" />, { at: "/?category=Changes" });
  await userEvent.click(await screen.findByRole("button", { name: "Reject" }));
  await userEvent.click(inDialog().getByRole("button", { name: "Reject" }));
  expect(sent).toEqual([]);
  await userEvent.type(inDialog().getByRole("textbox", { name: "Reason" }), "No such place");
  await userEvent.click(inDialog().getByRole("button", { name: "Reject" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    method: "DELETE",
    path: "/admin/api/workers/changes/rejected/c1",
    body: '{"reason":"No such place"}',
  });
});
