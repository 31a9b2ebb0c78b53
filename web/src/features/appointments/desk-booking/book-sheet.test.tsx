import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { doctorBooking } from "../../../testing/bookings";
import { answer, listed, refused, renderPage, server } from "../../../testing/page";
import { isSearchable } from "../api";
import { BookForCaller } from "./book-sheet";
import { MoveSheet } from "./move-sheet";

const slot = (day: string, time: string) => ({ time, startsAt: `${day}T${time}:00+05:30` });
const week = (times: string[]) => [
  { day: "2024-01-05", free: 0, slots: [], whyNot: { reason: "day_off" } },
  { day: "2024-01-06", free: times.length, slots: times.map((time) => slot("2024-01-06", time)) },
];

let times: string[];
let answers: Response[];
let sent: unknown[];
let patients: () => Response;

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
  signIn("desk", "desk-token", "s1");
  times = ["10:00", "10:15"];
  answers = [];
  sent = [];
  patients = () =>
    listed([
      { name: "Rema Devi", phoneNumber: "9847012345", visits: ["2024-01-02", "2023-12-01"], next: null },
      { name: "Rema Das", phoneNumber: "9847012346", visits: [], next: "2024-01-07" },
    ]);
  server.mockImplementation(async (request) => {
    if (request.method !== "GET") {
      sent.push(await request.json());
      return answers.shift() ?? Response.error();
    }
    return request.url.includes("/desk/patients/") ? patients() : listed(week(times));
  });
});

const at = { docId: "d1", role: "desk" } as const;
const field = (name: string) => screen.getByRole<HTMLInputElement>("combobox", { name });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const booked = (told: boolean) =>
  answer({
    ...doctorBooking({ patient_name: "Rema Devi", contact_number: "9847012345", token: "2", time: "10:15" }),
    told,
  });

/** The patients who are found; the choice of a language has options of its own. */
const found = () => screen.findByRole("listbox", { name: "Patients who come again" });

async function open() {
  const { queries } = renderPage(<BookForCaller at={at} />);
  await press("Book for a caller");
  await screen.findByRole("radio", { name: /10:15/ });
  return queries;
}

test("a caller is booked by name, number and time, and the token is shown", async () => {
  await open();
  expect(document.activeElement).toBe(field("Patient Name"));
  await userEvent.type(field("Patient Name"), "Rema Devi");
  await userEvent.type(field("Phone Number"), "9847012345");
  const book = screen.getByRole<HTMLButtonElement>("button", { name: "Book" });
  expect(book.disabled).toBe(true);
  await userEvent.click(screen.getByRole("radio", { name: /10:15/ }));
  answers = [booked(false)];
  await userEvent.click(book);
  expect((await screen.findByRole("status")).textContent).toBe("Token 2");
  expect(screen.getByText(/No message can be sent from here/)).toBeDefined();
  expect(sent).toEqual([
    { name: "Rema Devi", phoneNumber: "9847012345", lang: "en", date: "2024-01-06", time: "10:15" },
  ]);
  expect(takeToasts()).toEqual([]);
});

test("who comes again is found while one types, by the keyboard alone", async () => {
  await open();
  await userEvent.type(field("Patient Name"), "rem");
  const options = within(await found()).getAllByRole("option");
  expect(options.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Rema Devi9847012345Earlier visits: .*2 Jan.*, .*1 Dec/),
    expect.stringMatching(/^Rema Das9847012346Next visit: .*7 Jan/),
  ]);
  await userEvent.keyboard("{ArrowDown}{Enter}");
  expect([field("Patient Name").value, field("Phone Number").value]).toEqual(["Rema Devi", "9847012345"]);
  expect(screen.queryByRole("listbox")).toBeNull();
  // By the number too.
  await userEvent.clear(field("Phone Number"));
  await userEvent.type(field("Phone Number"), "98470");
  await userEvent.click(await screen.findByRole("option", { name: /Rema Das/ }));
  expect(field("Patient Name").value).toBe("Rema Das");
  expect(sent).toEqual([]);
});

test("when the time was taken, what was typed stays and the times are fresh", async () => {
  await open();
  await userEvent.type(field("Patient Name"), "Rema Devi");
  await userEvent.type(field("Phone Number"), "9847012345");
  await userEvent.click(screen.getByRole("radio", { name: /10:15/ }));
  times = ["10:00"];
  answers = [refused(409, "slot_taken", "This time was just taken.")];
  await press("Book");
  await waitFor(() => expect(screen.queryByRole("radio", { name: /10:15/ })).toBeNull());
  expect(takeToasts()).toEqual([{ tone: "bad", text: "This time was just taken." }]);
  expect([field("Patient Name").value, field("Phone Number").value]).toEqual(["Rema Devi", "9847012345"]);
  expect(screen.getByRole("radio", { name: /10:00/ })).toBeDefined();
});

test("a time that is taken while one types is said, and what was typed stays", async () => {
  const queries = await open();
  await userEvent.type(field("Patient Name"), "Rema Devi");
  await userEvent.type(field("Phone Number"), "9847012345");
  await userEvent.click(screen.getByRole("radio", { name: /10:15/ }));
  times = ["10:00"];
  await queries.invalidateQueries();
  expect((await screen.findByRole("alert")).textContent).toBe(
    "That time was just taken. Please choose another.",
  );
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Book" }).disabled).toBe(true);
  expect([field("Patient Name").value, field("Phone Number").value]).toEqual(["Rema Devi", "9847012345"]);
  await userEvent.click(screen.getByRole("radio", { name: /10:00/ }));
  expect(screen.queryByRole("alert")).toBeNull();
  expect(sent).toEqual([]);
});

test("after an answer that was lost the own booking is not called somebody else's, and is sent again", async () => {
  await open();
  await userEvent.type(field("Patient Name"), "Rema Devi");
  await userEvent.type(field("Phone Number"), "9847012345");
  await userEvent.click(screen.getByRole("radio", { name: /10:15/ }));
  times = ["10:00"];
  await press("Book");
  await waitFor(() => expect(screen.queryByRole("radio", { name: /10:15/ })).toBeNull());
  expect(screen.queryByRole("alert")).toBeNull();
  answers = [booked(true)];
  await press("Book");
  expect((await screen.findByRole("status")).textContent).toBe("Token 2");
  expect(sent).toHaveLength(2);
  expect(sent[1]).toEqual(sent[0]);
});

test("without the search everything can be typed, and a wrong number is said at its field", async () => {
  patients = () => refused(429, "too_many_tries", "Please wait.");
  await open();
  await userEvent.type(field("Patient Name"), "Rema Devi");
  expect(await screen.findByText(/Earlier patients cannot be looked up/)).toBeDefined();
  await userEvent.type(field("Phone Number"), "12");
  await userEvent.click(screen.getByRole("radio", { name: /10:15/ }));
  const message = "Please give a mobile number.";
  answers = [refused(422, "invalid_fields", message, [{ field: "phoneNumber", message }])];
  await press("Book");
  // At the field, and above the form.
  expect(await screen.findAllByText(message)).not.toHaveLength(0);
  expect(field("Phone Number").getAttribute("aria-invalid")).toBe("true");
});

test("a day without a free time says why", async () => {
  await open();
  await userEvent.click(screen.getByRole("radio", { name: /5 Jan/ }));
  expect(within(screen.getByRole("dialog")).queryByRole("radio", { name: /10:15/ })).toBeNull();
});

test.each([
  ["ra", true],
  ["r", false],
  ["ലീ", true],
  ["984", false],
  ["98 46", true],
  ["+91 98", true],
  ["", false],
])("%j is looked for: %s", (typed, isLookedFor) => {
  expect(isSearchable(typed)).toBe(isLookedFor);
});

test("a visit is moved with a reason, and names what was shown", async () => {
  const onClose = vi.fn();
  renderPage(<MoveSheet at={at} booking={doctorBooking({ status: "Checked" })} onClose={onClose} />);
  await userEvent.click(await screen.findByRole("radio", { name: /10:15/ }));
  const move = screen.getByRole<HTMLButtonElement>("button", { name: "Move" });
  expect(move.disabled).toBe(true);
  await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "Surgery");
  answers = [answer(doctorBooking(), "The visit is moved.")];
  await userEvent.click(move);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sent).toEqual([
    { date: "2024-01-06", time: "10:15", reason: "Surgery", seenDate: "Jan 5, 2024", seenTime: "09:15" },
  ]);
  expect(takeToasts()).toEqual([{ tone: "good", text: "The visit is moved." }]);
});

test("a visit by phone is moved to another time by phone, with a reason", async () => {
  const onClose = vi.fn();
  const booking = doctorBooking({ status: "Checked", mode: "phone" });
  const asked: string[] = [];
  server.mockImplementation(async (request) => {
    if (request.method !== "GET") {
      sent.push(await request.json());
      return answer(booking, "The visit is moved.");
    }
    asked.push(request.url);
    if (request.url.includes("/availability")) return answer(week(times));
    return answer(times.map((time) => slot("2024-01-06", time)));
  });
  renderPage(<MoveSheet at={at} booking={booking} onClose={onClose} />);
  await userEvent.click(await screen.findByRole("radio", { name: /10:15/ }));
  const move = screen.getByRole<HTMLButtonElement>("button", { name: "Move" });
  expect(move.disabled).toBe(true);
  await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "Surgery");
  await userEvent.click(move);
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  for (const url of asked) expect(url).toContain("mode=phone");
  expect(sent).toEqual([
    { date: "2024-01-06", time: "10:15", reason: "Surgery", seenDate: "Jan 5, 2024", seenTime: "09:15" },
  ]);
});
