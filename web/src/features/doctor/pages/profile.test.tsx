import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./profile";

let profile: Record<string, unknown>;
/** The bookings outside of the new hours. */
let stranded: object[];
/** The server's answer to a change. */
let save: () => Response;
const hospitals = [
  { _id: "h1", Hospital_name: "Malabar Hospital", City: "Kozhikode", District: "Kozhikode" },
  { _id: "h2", Hospital_name: "Lakeside Hospital", City: "Kochi", District: "Ernakulam" },
];

function dataOf({ pathname, searchParams }: URL): unknown {
  if (pathname.endsWith("/reference")) return { states: [], specialities: [], bloodGroups: [] };
  if (pathname.endsWith("/email/change")) return { email: null };
  if (!pathname.endsWith("/hospitals")) return profile;
  const wanted = searchParams.get("q") ?? "";
  return hospitals.filter(({ Hospital_name }) => Hospital_name.toLowerCase().includes(wanted));
}

beforeEach(() => {
  signIn("doctor", "t", "d1");
  profile = {
    _id: "d1",
    doctor_ID: "TCMC-1",
    full_Name: "Anjali Nair",
    email: "anjali@example.com",
    phone_Number: "9876543210",
    gender: "Female",
    DOB: "1981-04-02",
    specialization: "ENT",
    experience: 14,
    consultation_Fee: 1450,
    consultation_Address: "Lotus Clinic",
    district: "Kozhikode",
    state: "Kerala",
    pincode: "673001",
    Image: null,
    startTime: "09:00",
    endTime: "13:00",
    hospital: null,
    nameMl: null,
    addressMl: null,
    severalSessions: false,
    waiting: null,
  };
  stranded = [];
  save = () => answer({ profile, outside: 0 }, "Saved");
  server.mockImplementation(async ({ url, method }) => {
    if (url.includes("preview=")) return answer({ profile, outside: 0, bookings: stranded });
    return method === "PUT" ? save() : answer(dataOf(new URL(url)));
  });
});

const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const sent = () =>
  Promise.all(
    server.mock.calls
      .filter(([{ method, url }]) => method === "PUT" && !url.includes("preview="))
      .map(async ([request]) => Object.fromEntries(await request.clone().formData())),
  );

async function retype(label: string, value: string) {
  await userEvent.clear(screen.getByLabelText(label));
  await userEvent.type(screen.getByLabelText(label), value);
}

const show = () => renderPage(<Page title="Profile" />);

test("a new Malayalam name is shown with the old one until it is approved, and can be withdrawn", async () => {
  profile = { ...profile, waiting: { nameMl: "അഞ്ജലി നായർ", askedAt: "2026-11-16T09:00:00+05:30" } };
  show();
  const region = await screen.findByRole("region", { name: "Waiting for approval" });
  expect(region.textContent).toContain("Now: -New: അഞ്ജലി നായർ");
  profile = { ...profile, waiting: null };
  await press("Keep the old one");
  await vi.waitFor(() => expect(screen.queryByRole("region", { name: "Waiting for approval" })).toBeNull());
  const withdrawn = server.mock.calls.map(([request]) => request).find(({ method }) => method === "DELETE");
  expect(new URL(withdrawn?.url ?? "").pathname).toBe("/user/api/doctor/profile/d1/change");
});

test("approved data is shown and read-only", async () => {
  show();
  expect(await screen.findByRole("heading", { name: "Dr. Anjali Nair" })).toBeDefined();
  for (const text of ["ENT", "TCMC-1", "Female", "2 April 1981", "₹1,450", "9:00 am", "1:00 pm"]) {
    expect(screen.getByText(text), text).toBeDefined();
  }
  const edits = screen.getAllByRole("button", { name: /^Edit / }).map((button) => button.ariaLabel ?? "");
  expect(edits).toHaveLength(13);
  expect(screen.queryByRole("button", { name: "Submit" })).toBeNull();
});

test("only what was edited is sent, and bookings outside the new hours are announced", async () => {
  save = () => answer({ profile, outside: 3 }, "Saved");
  show();
  await press("Edit start time");
  await retype("Start Time", "10:30");
  profile = { ...profile, startTime: "10:30" };
  await press("Submit");
  expect(await screen.findByText("3 bookings are outside your new hours.")).toBeDefined();
  expect(await sent()).toEqual([{ startTime: "10:30" }]);
  expect(screen.getByText("10:30 am")).toBeDefined();
  expect(screen.getByRole("link", { name: "See your appointments" }).getAttribute("href")).toBe(
    "/doctor/appointments",
  );
  expect(takeToasts()).toEqual([{ tone: "good", text: "Saved" }]);
});

test("an end before the start is an error at the field of the end, and nothing is sent", async () => {
  show();
  await press("Edit start time");
  await retype("Start Time", "14:00");
  await press("Submit");
  expect(await screen.findAllByText("End time must be after start time.")).toHaveLength(2);
  expect(screen.getByLabelText<HTMLInputElement>("End Time").value).toBe("13:00");
  expect(await sent()).toEqual([]);

  // Correcting the other time clears the error too, and equal times are allowed: then no slot can be booked.
  await retype("Start Time", "13:00");
  await press("Submit");
  await vi.waitFor(async () => expect(await sent()).toEqual([{ startTime: "13:00", endTime: "13:00" }]));
});

test("a refused address is shown at its field, and the input is kept", async () => {
  save = () => refused(409, "already_registered", "Taken", [{ field: "email", message: "Taken" }]);
  show();
  await press("Edit email");
  await retype("Email", "taken@example.com");
  await userEvent.type(screen.getByLabelText("Your password"), "the password");
  await press("Submit");
  expect(await screen.findAllByText("Taken")).toHaveLength(2);
  expect(await sent()).toEqual([{ email: "taken@example.com", current_password: "the password" }]);
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("taken@example.com");
});

test("a hospital is searched, sent by its id, and waits for its confirmation", async () => {
  show();
  await press("Edit hospital");
  await userEvent.type(screen.getByRole("combobox", { name: "Hospital" }), "lake");
  await userEvent.click(await screen.findByRole("option", { name: "Lakeside Hospital, Kochi" }));
  expect(screen.getByRole<HTMLInputElement>("combobox").value).toBe("Lakeside Hospital");
  profile = { ...profile, hospital: { _id: "h2", Hospital_name: "Lakeside Hospital", confirmed: false } };
  await press("Submit");
  expect(await screen.findByText("Waiting for the hospital to confirm")).toBeDefined();
  expect(await sent()).toEqual([{ hospital: "h2" }]);
});

test("bookings outside the new hours are shown before saving", async () => {
  stranded = [
    {
      _id: "b1",
      patient_name: "Asha Nair",
      contact_number: "9846012345",
      time: "09:15",
      startsAt: "2099-12-25T09:15:00+05:30",
      status: "Checked",
    },
  ];
  show();
  await press("Edit start time");
  await retype("Start Time", "10:30");
  await press("Submit");
  expect(await screen.findByText("Asha Nair · 9846012345")).toBeDefined();
  expect(await sent()).toEqual([]);
  await press("Save anyway");
  await vi.waitFor(async () => expect(await sent()).toEqual([{ startTime: "10:30" }]));
});

test("the hours of several sessions are only read, and lead to the schedule", async () => {
  profile = { ...profile, severalSessions: true };
  show();
  const links = await screen.findAllByRole("link", { name: /^You have several sessions/ });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/doctor/schedule", "/doctor/schedule"]);
  expect(screen.queryByRole("button", { name: "Edit start time" })).toBeNull();
});

test("hours that became several sessions meanwhile are refused, and then only read", async () => {
  save = () => refused(409, "several_sessions", "You have several sessions.");
  show();
  await press("Edit start time");
  await retype("Start Time", "10:30");
  profile = { ...profile, severalSessions: true };
  await press("Submit");
  expect(await screen.findAllByRole("link", { name: /^You have several sessions/ })).toHaveLength(2);
  expect(takeToasts()).toEqual([{ tone: "bad", text: "You have several sessions." }]);
  expect(screen.queryByRole("button", { name: "Submit" })).toBeNull();
});

test("the Malayalam name is removed by an empty field", async () => {
  profile = { ...profile, nameMl: "അഞ്ജലി" };
  show();
  await press("Edit name in malayalam");
  await userEvent.clear(screen.getByLabelText("Name in Malayalam"));
  await press("Submit");
  await vi.waitFor(async () => expect(await sent()).toEqual([{ nameMl: "" }]));
});
