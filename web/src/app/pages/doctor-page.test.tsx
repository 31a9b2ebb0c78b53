import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { takeToasts } from "../../lib/toasts";
import { exampleDoctor } from "../../testing/doctor";
import { answer, refused, renderPage, server } from "../../testing/page";
import { hospital } from "../../testing/places";
import { Page } from "./doctor-page";

const doctor = {
  ...exampleDoctor,
  daysOff: ["Sunday", "Wednesday"],
  breakStart: "13:00",
  breakEnd: "14:00",
  hospital: { _id: "h1", Hospital_name: "Malabar Hospital" },
};
const days = [
  { day: "2024-02-05", date: "Feb 5, 2024", free: 0, whyNot: { reason: "day_off" } },
  { day: "2024-02-06", date: "Feb 6, 2024", free: 3 },
];

/** The doctor that the server answers with. */
let found: object;

const slots = ["09:00", "09:15"].map((time) => ({ time, startsAt: `2024-02-06T${time}:00+05:30` }));
const nextSlot = { date: "Feb 6, 2024", time: "09:15", startsAt: "2024-02-06T09:15:00+05:30" };

beforeEach(() => {
  found = doctor;
  server.mockImplementation(async ({ url }) => {
    const path = new URL(url).pathname;
    if (path.endsWith("/reference")) return answer({ states: [] });
    if (path.endsWith("/availability")) return answer(days);
    if (path.endsWith("/slots")) return answer(slots);
    if (path.endsWith("/alternatives")) return answer({ nextSlot, others: [] });
    if (path.endsWith("/d1")) return answer(found);
    return refused(404, "not_found", "Unknown");
  });
});

const show = (at: string) => renderPage(<Page />, { at, path: "/doctors/:id" }).queries;

test("it shows the doctor's data, and sets the title", async () => {
  show("/doctors/d1");
  expect(await screen.findByRole("heading", { level: 1, name: "Dr. Anjali Nair" })).toBeDefined();
  for (const text of [
    "ENT",
    "Reg. No. TCMC-1",
    "₹450",
    "9:00 am to 5:00 pm",
    "Wednesday, Sunday",
    "1:00 pm to 2:00 pm",
    "Malabar Hospital",
  ]) {
    expect(await screen.findByText(text), text).toBeDefined();
  }
  expect(screen.getByRole("link", { name: /^Directions/ }).getAttribute("href")).toContain(
    encodeURIComponent("Lotus Clinic, Kozhikode, Kerala"),
  );
  expect(document.title).toBe("Dr. Anjali Nair, ENT in Kozhikode · Doc Care");
});

test("a minimum notice is shown if there is one", async () => {
  found = { ...doctor, noticeMinutes: 120 };
  const { unmount } = renderPage(<Page />, { at: "/doctors/d1", path: "/doctors/:id" });
  expect(await screen.findByText("Book at least 2 hours before the visit.")).toBeDefined();
  unmount();
  found = doctor;
  show("/doctors/d1");
  expect(await screen.findByText("Malabar Hospital")).toBeDefined();
  expect(screen.queryByText(/^Book at least/)).toBeNull();
});

test("a day without a free slot says why, and leads to the next one", async () => {
  show("/doctors/d1");
  await userEvent.click(await screen.findByRole("button", { name: /nothing free: Off/ }));
  expect(screen.getByText("The doctor does not see patients on this day.")).toBeDefined();
  await userEvent.click(await screen.findByRole("button", { name: /^Next free: Tue 6 Feb/ }));
  const day = await screen.findByRole<HTMLInputElement>("radio", { name: "Tue 6 Feb 2024, 3 free" });
  expect(day.checked).toBe(true);
  await screen.findByRole("radio", { name: "9:15 am, available" });
  expect(window.history.state.usr).toMatchObject({ date: "2024-02-06", time: "09:15" });
});

test("a day opens its free times without signing in", async () => {
  show("/doctors/d1");
  await screen.findByRole("button", { name: /nothing free/ });
  await userEvent.click(screen.getByRole("link", { name: "Tue 6 Feb 2024, 3 free" }));
  const day = await screen.findByRole<HTMLInputElement>("radio", { name: "Tue 6 Feb 2024, 3 free" });
  expect(day.checked).toBe(true);
  expect(await screen.findByRole("radio", { name: "9:00 am, available" })).toBeDefined();
  expect(window.location.search).toBe("?book=1");
  expect(takeToasts()).toEqual([]);
});

test("booking without a day leads to the sign-in, from which one comes back", async () => {
  show("/doctors/d1");
  const [book] = await screen.findAllByRole("button", { name: "Book Clinic Visit" });
  await userEvent.click(book as HTMLElement);
  expect(await screen.findByText('/login {"from":"/doctors/d1?book=1"}')).toBeDefined();
  expect(takeToasts()).toEqual([{ tone: "good", text: "Please sign in to continue." }]);
});

test("an unknown doctor gets a page that says so after one request, with a link to the list", async () => {
  show("/doctors/nobody");
  expect(await screen.findByRole("heading", { level: 1, name: "This doctor is not listed" })).toBeDefined();
  expect(screen.getByRole("link", { name: "Find doctors" }).getAttribute("href")).toBe("/viewdoctors");
  expect(document.title).toBe("This doctor is not listed · Doc Care");
  expect(server).toHaveBeenCalledOnce();
});

test("a server that is busy does not make the doctor unknown, and a failed refresh leaves the page", async () => {
  const served = server.getMockImplementation();
  const busy = () => refused(503, "busy", "We are busy.");
  server.mockImplementation(async () => busy());
  const queries = show("/doctors/d1");
  expect((await screen.findByRole("alert")).textContent).toContain("We are busy.");
  expect(screen.queryByText("This doctor is not listed")).toBeNull();
  if (served) server.mockImplementation(served);
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  const name = await screen.findByRole("heading", { level: 1, name: "Dr. Anjali Nair" });

  server.mockImplementation(async () => busy());
  await queries.invalidateQueries();
  expect(
    (await screen.findAllByText("This may be out of date because it could not be refreshed.")).length,
  ).toBeGreaterThan(0);
  expect(name.isConnected).toBe(true);
});

test("several places each have their hours, fee and directions", async () => {
  const session = { weekday: "Monday", fee: 450 };
  found = {
    ...doctor,
    sessions: [
      { ...session, from: "09:00", to: "12:00", place: "h1", fee: 600 },
      { ...session, from: "17:00", to: "19:00", place: null },
    ],
    places: [hospital],
  };
  show("/doctors/d1");
  expect(await screen.findByRole("heading", { level: 3, name: "Malabar Hospital" })).toBeDefined();
  expect(screen.getByRole("heading", { level: 3, name: "The doctor's clinic" })).toBeDefined();
  for (const text of ["₹450 – ₹600", "9:00 am to 12:00 pm", "5:00 pm to 7:00 pm", "₹600", "₹450"]) {
    expect(screen.getByText(text), text).toBeDefined();
  }
  const links = screen.getAllByRole("link", { name: /^Directions/ }).map((link) => link.getAttribute("href"));
  expect(links[1]).toContain(encodeURIComponent("Malabar Hospital, Beach Road"));
});
