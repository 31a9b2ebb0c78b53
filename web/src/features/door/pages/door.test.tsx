import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { answer, refused, renderPage, server } from "../../../testing/page";
import type { Door, VisitAtDoor } from "../api";
import { Page } from "./door";

const meera = {
  _id: "d1",
  name: "Meera Pillai",
  nameMl: null,
  specialization: "ENT",
  image: null,
  from: "10:00",
  to: "12:00",
};
const visit: VisitAtDoor = {
  doctor: "Dr. Meera Pillai (ENT)",
  token: "3",
  time: "10:30",
  startsAt: "2026-11-15T10:30:00+05:30",
  arrived: true,
  page: "/visit#secret",
};

let door: Door;
let said: Response;
let sent: Record<string, string> | undefined;

beforeEach(() => {
  window.localStorage.clear();
  door = {
    _id: "h1",
    hospital: true,
    name: "Malabar Hospital",
    nameMl: null,
    address: "Beach Road",
    addressMl: null,
    doctors: [meera],
  };
  sent = undefined;
  server.mockImplementation(async (request) => {
    if (request.method === "GET") return answer(door);
    sent = await request.json();
    return said;
  });
});

const show = () => renderPage(<Page />, { at: "/door/h1", path: "/door/:place" });

async function fill(way: string, fields: Record<string, string>, button: string) {
  await userEvent.click(await screen.findByRole("button", { name: new RegExp(way) }));
  for (const [label, text] of Object.entries(fields)) {
    await userEvent.type(screen.getByRole("textbox", { name: label }), text);
  }
  await userEvent.click(screen.getByRole("button", { name: button }));
}

const booking = { "Door code": "0482", "Phone Number": "9847000001" };

test("a booking's number opens the live page at once", async () => {
  said = answer({ visits: [visit] });
  show();
  await fill("I have a booking", booking, "I am here");
  expect(await screen.findByText(/^\/visit/)).toBeDefined();
  expect(window.location.hash).toBe("#secret");
  expect(sent).toEqual({
    code: "0482",
    phoneNumber: "9847000001",
    device: expect.stringMatching(/^[0-9a-f]{32}$/),
  });
});

test("of several visits, or one that is hours away, there is a list", async () => {
  said = answer({
    visits: [visit, { ...visit, token: "9", time: "17:00", arrived: false, page: "/visit#evening" }],
  });
  show();
  await fill("I have a booking", booking, "I am here");
  const links = await screen.findAllByRole("link", { name: "See the queue" });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/visit#secret", "/visit#evening"]);
  expect(screen.getByText(/Too early to mark/)).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Another number" }));
  expect(screen.getByRole("button", { name: "I am here" })).toBeDefined();
});

test("a number without a visit is told what the server says, and the form stays", async () => {
  said = answer({ visits: [] }, "No confirmed visit of today waits here under this number.");
  show();
  await fill("I have a booking", booking, "I am here");
  expect((await screen.findByRole("status")).textContent).toContain("No confirmed visit");
  expect(screen.getByRole<HTMLInputElement>("textbox", { name: "Phone Number" }).value).toBe("9847000001");
});

test("a code that is too old is said at its field", async () => {
  const message = "This door code is not valid, or is too old.";
  said = refused(422, "invalid_fields", message, [{ field: "code", message }]);
  show();
  await fill("I have a booking", booking, "I am here");
  await waitFor(() =>
    expect(screen.getByRole("textbox", { name: "Door code" }).getAttribute("aria-invalid")).toBe("true"),
  );
  expect(screen.getAllByText(message).length).toBeGreaterThan(0);
});

test("a walk-in takes a token of the only doctor who sits there", async () => {
  said = Response.json(
    { message: "", data: { ...visit, token: "W1", time: null, startsAt: null } },
    { status: 201 },
  );
  show();
  const fields = { "Door code": "0482", "Patient Name": "Binu", "Phone Number": "9847000002" };
  await fill("I have none", fields, "Take a token");
  expect(await screen.findByText(/^\/visit/)).toBeDefined();
  expect(sent).toMatchObject({ code: "0482", doctor: "d1", name: "Binu", phoneNumber: "9847000002" });
});

test("of several doctors one has to be chosen, and where none sits the desk is named", async () => {
  door.doctors = [meera, { ...meera, _id: "d2", name: "Asha Nair" }];
  const shown = show();
  await userEvent.click(await screen.findByRole("button", { name: /I have none/ }));
  expect(screen.getAllByRole<HTMLInputElement>("radio").map(({ checked }) => checked)).toEqual([
    false,
    false,
  ]);
  shown.unmount();
  door.doctors = [];
  show();
  await userEvent.click(await screen.findByRole("button", { name: /I have none/ }));
  expect(screen.getByText(/No doctor here gives tokens/)).toBeDefined();
});

test("a doctor's own clinic is called so, and a place that is gone says that", async () => {
  door = { ...door, hospital: false, name: "Meera Pillai" };
  const shown = show();
  expect(await screen.findByRole("heading", { name: "The clinic of Dr. Meera Pillai" })).toBeDefined();
  shown.unmount();
  server.mockImplementation(async () => refused(404, "not_found", "There is no such thing."));
  show();
  expect(await screen.findByRole("heading", { name: "There is no such place" })).toBeDefined();
});
