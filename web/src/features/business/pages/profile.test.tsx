import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./profile";

let profile: Record<string, unknown>;
/** The server's answer to a change. */
let save: () => Response;

beforeEach(() => {
  signIn("worker", "t", "w1");
  profile = {
    _id: "w1",
    category: "Pharmacy",
    License_number: "KL-1",
    Hospital_name: "Asha Medicals",
    Email: "asha@example.com",
    Phone_Number: "9876543210",
    Address: "MG Road",
    City: "Kochi",
    District: "Ernakulam",
    State: "Kerala",
    Pincode: "682011",
    Image: null,
    startTime: "09:00",
    endTime: "21:00",
    daysOff: ["Sunday"],
    waiting: null,
  };
  save = () => answer(profile, "Saved");
  server.mockImplementation(async ({ url, method }) => {
    if (method === "PUT") return save();
    if (url.endsWith("/email/change")) return answer({ email: null });
    return answer(url.endsWith("/reference") ? { states: [], specialities: [], bloodGroups: [] } : profile);
  });
});

const show = () => renderPage(<Page title="Profile" />);
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const puts = () => server.mock.calls.map(([request]) => request).filter(({ method }) => method === "PUT");
const sent = () =>
  Promise.all(puts().map(async (request) => Object.fromEntries(await request.clone().formData())));

test("opening hours can be taken back", async () => {
  show();
  expect(await screen.findByText("9:00 am to 9:00 pm")).toBeDefined();
  await press("Edit opening hours");
  await press("Remove the opening hours");
  profile = { ...profile, startTime: null, endTime: null };
  await press("Submit");
  await vi.waitFor(async () => expect(await sent()).toEqual([{ startTime: "", endTime: "" }]));
  expect(await screen.findAllByText("Not given")).not.toHaveLength(0);
  expect(screen.queryByText("9:00 am to 9:00 pm")).toBeNull();
  expect(takeToasts()).toEqual([{ tone: "good", text: "Saved" }]);
});

test("one time alone is the server's to refuse, and equal times are not sent", async () => {
  save = () => refused(422, "invalid_fields", "Check", [{ field: "endTime", message: "Both or neither" }]);
  show();
  await press("Edit opening hours");
  await userEvent.clear(field("Closes at"));
  await press("Submit");
  expect(await screen.findAllByText("Both or neither")).toHaveLength(2);
  await userEvent.type(field("Closes at"), "09:00");
  await press("Submit");
  expect(await screen.findAllByText(/Opening and closing time are the same/)).toHaveLength(2);
  expect(puts()).toHaveLength(1);
});

test("a shop closes after midnight, or never", async () => {
  show();
  await press("Edit opening hours");
  expect(screen.queryByText("Closes on the next day.")).toBeNull();
  await userEvent.clear(field("Closes at"));
  await userEvent.type(field("Closes at"), "02:00");
  expect(screen.getByText("Closes on the next day.")).toBeDefined();
  await userEvent.click(field("Open 24 hours"));
  expect(screen.queryByLabelText("Closes at")).toBeNull();
  profile = { ...profile, startTime: "00:00", endTime: "00:00" };
  await press("Submit");
  await vi.waitFor(async () => expect(await sent()).toEqual([{ startTime: "00:00", endTime: "00:00" }]));
  expect(await screen.findByText("Open 24 hours")).toBeDefined();
  await press("Edit opening hours");
  await userEvent.click(field("Open 24 hours"));
  expect(field("Opens at").value).toBe("");
});

test("days off are chosen by their tiles, and go together with a new photo", async () => {
  // jsdom shows no files.
  Object.assign(URL, { createObjectURL: () => "blob:preview", revokeObjectURL: () => undefined });
  show();
  expect(await screen.findByText("Sunday")).toBeDefined();
  await press("Edit closed on");
  const days = within(screen.getByRole("group", { name: "Closed on" }));
  await userEvent.click(days.getByRole("checkbox", { name: "Monday" }));
  await press("Edit photo");
  await press("Submit");
  expect(await screen.findAllByText("Please fill in: Photo.")).toHaveLength(2);
  await userEvent.upload(field("Photo"), new File(["x"], "shop.jpg", { type: "image/jpeg" }));
  // jsdom's own check of the form does not see the file.
  fireEvent.submit(field("Photo"));
  await vi.waitFor(() => expect(puts()).toHaveLength(1));
  const [changes] = await sent();
  expect(Object.keys(changes ?? {})).toEqual(["daysOff", "image"]);
  expect(changes?.daysOff).toBe("Monday,Sunday");
  expect(changes?.image).toHaveProperty("type", "image/jpeg");
});

/** Whether the browser would ask before the page is left. */
const isAsked = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

test("leaving with unsaved edits asks first", async () => {
  show();
  await press("Edit city");
  expect(isAsked()).toBe(false);
  await userEvent.type(field("City"), " Town");
  expect(isAsked()).toBe(true);
  await press("Submit");
  await vi.waitFor(() => expect(isAsked()).toBe(false));
});

test("a new name is shown with the old one until it is approved, and can be withdrawn", async () => {
  const waiting = {
    Hospital_name: "Asha Pharmacy",
    nameMl: "ആശ ഫാർമസി",
    License_number: null,
    State: "Kerala",
    District: "Kollam",
    askedAt: "2026-11-16T09:00:00+05:30",
  };
  profile = { ...profile, waiting };
  show();
  const region = await screen.findByRole("region", { name: "Waiting for approval" });
  expect(region.textContent).toContain("Now: Asha MedicalsNew: Asha Pharmacy");
  expect(region.textContent).toContain("Now: -New: ആശ ഫാർമസി");
  expect(region.textContent).toContain("New: Kollam");
  expect(within(region).queryByText("License Number")).toBeNull();
  profile = { ...profile, waiting: null };
  await press("Keep the old one");
  await vi.waitFor(() => expect(screen.queryByRole("region", { name: "Waiting for approval" })).toBeNull());
  const withdrawn = server.mock.calls.map(([request]) => request).find(({ method }) => method === "DELETE");
  expect(new URL(withdrawn?.url ?? "").pathname).toBe("/user/api/worker/profile/w1/change");
});

test("the licence can be changed, and a taken one is shown at its field", async () => {
  const errors = [{ field: "License_number", message: "Taken." }];
  save = () => refused(409, "already_registered", "Taken.", errors);
  show();
  await press("Edit license number");
  await userEvent.clear(field("License Number"));
  await userEvent.type(field("License Number"), "KL-2");
  await press("Submit");
  expect(await screen.findAllByText("Taken.")).not.toHaveLength(0);
  expect(await sent()).toEqual([{ License_number: "KL-2" }]);
});

test.each(["district", "state"])(
  "who changes the %s reads that the administrator approves it first",
  async (name) => {
    show();
    await press(`Edit ${name}`);
    const label = name === "state" ? "State" : "District";
    const described = screen.getByLabelText(label).getAttribute("aria-describedby") ?? "";
    expect(document.getElementById(described)?.textContent).toBe(
      "The change takes effect once the administrator approves it.",
    );
  },
);
