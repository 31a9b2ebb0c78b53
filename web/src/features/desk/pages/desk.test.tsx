import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test } from "vitest";
import { signIn } from "../../../lib/session";
import { setLocale } from "../../../messages/locale";
import { doctorBooking } from "../../../testing/bookings";
import { deskDoctor } from "../../../testing/doctor";
import { answer, listed, refused, renderPage, server } from "../../../testing/page";
import { exampleDay, exampleEntry } from "../../../testing/today";
import type { DeskDoctor } from "../../appointments/api";
import { Page as Requests } from "./requests";
import { DeskPage as DeskToday } from "./today";

let doctors: DeskDoctor[];
let sent: { call: string; token: string | null }[];
let today: () => Response;

beforeEach(() => {
  signIn("desk", "desk-token", "s1");
  // Another account in the same browser: no call is made as the doctor.
  signIn("doctor", "doctor-token", "d1");
  doctors = [deskDoctor({})];
  sent = [];
  today = () => answer(exampleDay());
  server.mockImplementation(async (request) => {
    const path = new URL(request.url).pathname.replace("/user/api", "");
    sent.push({ call: `${request.method} ${path}`, token: request.headers.get("Authorization") });
    if (request.method !== "GET")
      return answer(exampleDay({ comers: [exampleEntry({ attendance: "arrived" })] }));
    if (path === "/desk/doctors") return listed(doctors);
    if (path.includes("/today/")) return today();
    if (path.includes("/sessionmoves/")) return listed([]);
    return listed(path.includes("/upcoming/") ? [doctorBooking({ status: "Checked" })] : [doctorBooking()]);
  });
});

afterEach(() => setLocale("en"));

const show = (at = "/desk/today") => renderPage(<DeskToday title="Today" />, { at });
const changes = () => sent.filter(({ call }) => !call.startsWith("GET"));

test("the only doctor's day is shown at once, under the doctor's name, and its calls use the desk's token", async () => {
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Arrived" }));
  expect(await screen.findByText("In the clinic")).toBeDefined();
  expect(screen.getByText("Dr. Meera")).toBeDefined();
  expect(changes().map(({ call }) => call)).toEqual(["PATCH /doctor/today/d1/attendance/b1"]);
  expect(new Set(sent.map(({ token }) => token))).toEqual(new Set(["Bearer desk-token"]));
  expect(screen.queryByRole("link", { name: "Another doctor" })).toBeNull();
});

test("an assistant can say that the doctor is late, and makes no link for the screen", async () => {
  show();
  expect(await screen.findByRole("heading", { name: "Is the doctor late?" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Create a link" })).toBeNull();
});

test("a hospital's desk has a note that it sees one place, and no tools for all places", async () => {
  doctors = [deskDoctor({ place: "Asha Hospital" })];
  today = () => answer(exampleDay({ late: 20 }));
  show();
  expect(await screen.findByText("You see only visits at Asha Hospital")).toBeDefined();
  expect(await screen.findByRole("button", { name: "Add a walk-in" })).toBeDefined();
  expect(screen.getByText("The doctor is about 20 minutes late.")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Tell everyone" })).toBeNull();
});

test("a desk that reads Malayalam finds doctor and hospital by their Malayalam names, where these are told", async () => {
  setLocale("ml");
  const place = { place: "Asha Hospital", placeMl: "ആശ ഹോസ്പിറ്റൽ" };
  doctors = [
    deskDoctor({ ...place, nameMl: "മീര" }),
    deskDoctor({ _id: "d2", name: "Binu", place: "City Hospital" }),
  ];
  show();
  const [meera, binu] = await screen.findAllByRole("listitem");
  expect(meera?.textContent).toContain("ഡോ. മീര");
  expect(meera?.textContent).toContain("ആശ ഹോസ്പിറ്റൽ");
  expect(binu?.textContent).toContain("Binu");
  expect(binu?.textContent).toContain("City Hospital");
});

test("of several doctors one is chosen, and there is a way back to the choice", async () => {
  doctors = [deskDoctor({}), deskDoctor({ _id: "d2", name: "Binu", today: 4, pending: 2 })];
  show();
  expect(await screen.findByRole("heading", { name: "For which doctor?" })).toBeDefined();
  const link = screen.getByRole("link", { name: /Dr\. Binu/ });
  expect(link.textContent).toContain("4 today");
  expect(link.textContent).toContain("2 waiting for an answer");
  await userEvent.click(link);
  expect(await screen.findByRole("heading", { name: "Asha Nair" })).toBeDefined();
  expect(sent.map(({ call }) => call)).toContain("GET /doctor/today/d2");
  await userEvent.click(screen.getByRole("link", { name: "Another doctor" }));
  expect(await screen.findByRole("heading", { name: "For which doctor?" })).toBeDefined();
});

test("desk staff whom no doctor lets run the day get a note", async () => {
  doctors = [];
  show();
  expect(await screen.findByRole("heading", { name: "No doctor at the moment" })).toBeDefined();
});

test("a withdrawn permission shows the server's message", async () => {
  today = () => refused(404, "not_found", "There is no such doctor.");
  show();
  expect(await screen.findByText("There is no such doctor.")).toBeDefined();
});

test("requests are answered as by the doctor; approved visits are moved and cancelled", async () => {
  renderPage(<Requests title="Appointments" />, { at: "/desk/requests?doctor=d1" });
  await userEvent.click(await screen.findByRole("button", { name: /^Approve: Asha Nair/ }));
  await userEvent.click(within(screen.getByRole("dialog")).getByRole("button", { name: "Approve" }));
  await waitFor(() =>
    expect(changes()).toEqual([{ call: "PATCH /doctor/appointment/approve/b1", token: "Bearer desk-token" }]),
  );
  expect(await screen.findByRole("group", { name: "Approved visits" })).toBeDefined();
  for (const change of ["Move", "Cancel"])
    expect(screen.getByRole("button", { name: new RegExp(`^${change}: Asha Nair`) })).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: /^Cancel: Asha Nair/ }));
  await userEvent.type(screen.getByRole("textbox", { name: /^Reason/ }), "The doctor is ill.");
  await userEvent.click(
    within(screen.getByRole("dialog")).getByRole("button", { name: "Cancel the booking" }),
  );
  await waitFor(() =>
    expect(changes().at(-1)).toEqual({
      call: "PATCH /doctor/appointment/cancel/b1",
      token: "Bearer desk-token",
    }),
  );
});
