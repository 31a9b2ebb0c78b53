import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { bookedDoctor } from "../../../testing/bookings";
import { answer, listed, refused, renderPage, server } from "../../../testing/page";
import { hospital } from "../../../testing/places";
import { Page } from "./own-bookings";

const booking = (_id: string, startsAt: string, changeable: boolean) => ({
  _id,
  patient_name: "Asha Nair",
  contact_number: "9846012345",
  person: null as string | null,
  time: startsAt.slice(11, 16),
  startsAt,
  changeable,
  ahead: changeable,
  today: false,
  status: "Pending",
  unanswered: false,
  reason: "",
  place: null as typeof hospital | null,
  doctorId: bookedDoctor,
});

const day = "2024-01-09";
const days = [{ day, date: "Jan 9, 2024", free: 1 }];
const slots = [{ time: "10:00", startsAt: `${day}T10:00:00+05:30` }];

const slot = (time: string) => ({
  date: "Jan 9, 2024",
  time,
  startsAt: `${day}T${time}:00+05:30`,
  fee: 0,
  place: null as typeof hospital | null,
});
const proposal = (times: string[]) => ({
  _id: "b0",
  doctorId: bookedDoctor,
  patient_name: "Leela Nair",
  date: "Dec 30, 2023",
  day,
  withoutFee: true,
  fee: 0,
  slots: times.map(slot),
});

let bookings: ReturnType<typeof booking>[];
let proposals: ReturnType<typeof proposal>[];
/** What desks booked for the number. */
let claims: unknown[];
/** The server's answer to a button of a proposal or a claim. */
let said: Response[];
/** The patient's waiting list entries; undefined if the query fails. */
let waits: unknown[] | undefined;
/** Answers the pending PATCH. */
let say: (response: Response) => void;

beforeEach(() => {
  signIn("user", "token", "u1");
  bookings = [booking("b1", `${day}T09:00:00+05:30`, true)];
  proposals = [];
  claims = [];
  said = [];
  waits = [];
  server.mockImplementation(async ({ method, url }) => {
    if (method === "PATCH") {
      return new Promise((resolve) => {
        say = resolve;
      });
    }
    if (method === "POST" && url.includes("/appointment/booking/")) return said.shift() ?? Response.error();
    if (url.includes("/followups/"))
      return method === "GET" ? answer(proposals) : (said.shift() ?? Response.error());
    if (url.includes("/claims/"))
      return method === "GET" ? answer(claims) : (said.shift() ?? Response.error());
    if (url.includes("/user/moves/")) return answer([]);
    if (url.includes("/reference")) return answer({ states: [] });
    if (url.includes("/availability")) return answer(days);
    if (url.includes("/waitlist/")) return waits ? answer(waits) : Response.error();
    return url.includes("/slots") ? answer(slots) : listed(bookings);
  });
});

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const inDialog = async (name: string) =>
  userEvent.click(await within(screen.getByRole("dialog")).findByRole("button", { name }));

test("a visit that did not come about says why", async () => {
  const rejected = (_id: string) => ({ ...booking(_id, `${day}T09:00:00+05:30`, false), status: "Rejected" });
  bookings = [
    { ...rejected("b1"), unanswered: true },
    { ...rejected("b2"), reason: "Please see a dentist." },
  ];
  renderPage(<Page title="Your bookings" />);
  expect(await screen.findByText("Not answered in time")).toBeDefined();
  expect(screen.getByText("Please see a dentist.")).toBeDefined();
});

test("upcoming visits come first, the nearest on top; the others follow, the latest on top", async () => {
  bookings = [
    booking("b1", "2024-01-09T09:00:00+05:30", true),
    booking("b2", "2024-01-07T09:00:00+05:30", false),
    booking("b3", "2024-01-05T10:00:00+05:30", true),
    booking("b4", "2024-01-05T09:15:00+05:30", true),
    booking("b5", "2023-12-30T09:00:00+05:30", false),
  ];
  renderPage(<Page title="Your bookings" />);
  const cards = await screen.findAllByRole("article");
  const facts = cards.map((card) => within(card).getAllByRole("definition"));
  expect(facts.map(([date, time]) => `${date?.textContent} ${time?.textContent}`)).toEqual([
    "Fri 5 Jan 2024 9:15 am",
    "Fri 5 Jan 2024 10:00 am",
    "Tue 9 Jan 2024 9:00 am",
    "Sun 7 Jan 2024 9:00 am",
    "Sat 30 Dec 2023 9:00 am",
  ]);
  expect(screen.getAllByRole("button", { name: "Cancel" })).toHaveLength(3);
});

test("today's visit is on top, and keeps its directions once it has begun", async () => {
  const begun = {
    ...booking("b2", `${day}T09:00:00+05:30`, false),
    status: "Checked",
    ahead: true,
    today: true,
  };
  bookings = [booking("b1", "2024-01-10T09:00:00+05:30", true), begun];
  renderPage(<Page title="Your bookings" />);
  const headings = (await screen.findAllByRole("heading", { level: 2 })).map(
    ({ textContent }) => textContent,
  );
  expect(headings).toEqual(["Today", "Upcoming visits"]);
  const [first] = screen.getAllByRole("article");
  expect(first?.textContent).toContain("Confirmed");
  expect(within(first as HTMLElement).getByRole("link", { name: /^Directions/ })).toBeDefined();
  expect(screen.getAllByRole("button", { name: "Cancel" })).toHaveLength(1);
});

test("an open page shows the approval, and stops polling", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  try {
    renderPage(<Page title="Your bookings" />);
    expect(await screen.findByText("Waiting for the doctor")).toBeDefined();
    const asked = () => server.mock.calls.filter(([{ url }]) => url.includes("/previous/")).length;
    bookings = bookings.map((booking) => ({ ...booking, status: "Checked" }));
    await vi.advanceTimersByTimeAsync(21_000);
    expect(await screen.findByText("Confirmed")).toBeDefined();
    const before = asked();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(asked()).toBe(before);
  } finally {
    vi.useRealTimers();
  }
});

test("a request that was not answered offers the next times, taken with one press", async () => {
  bookings = [{ ...booking("b1", `${day}T09:00:00+05:30`, false), status: "Rejected", unanswered: true }];
  said = [answer({ _id: "b2" }, "Your appointment is requested.")];
  renderPage(<Page title="Your bookings" />, { at: "/user/bookings?instead=b1" });
  const press = await screen.findByRole("button", { name: "Tue 9 Jan 2024, 10:00 am" });
  await userEvent.click(press);
  expect(await screen.findByText("/category?booked=b2 null")).toBeDefined();
});

test("the old time is shown while a new one is chosen", async () => {
  renderPage(<Page title="Your bookings" />);
  await screen.findByRole("article");
  await press("Reschedule");
  expect(screen.getByText(/^Your time now: Tue 9 Jan 2024, 9:00 am/)).toBeDefined();
  expect(screen.getByRole("button", { name: "Keep the old time" })).toBeDefined();
});

test("without bookings the page links to the doctors", async () => {
  bookings = [];
  renderPage(<Page title="Your bookings" />);
  await userEvent.click(await screen.findByRole("link", { name: "Book Appointment" }));
  expect(screen.getByText(/^\/category/)).toBeDefined();
});

test("a past visit can be booked again for the same person", async () => {
  bookings = [{ ...booking("b1", `${day}T09:00:00+05:30`, false), patient_name: "Leela", person: "p1" }];
  renderPage(<Page title="Your bookings" />);
  await userEvent.click(await screen.findByRole("link", { name: "Book again" }));
  const patient = '{"name":"Leela","phoneNumber":"9846012345","person":"p1"}';
  expect(await screen.findByText(`/doctors/d1?book=1 {"patient":${patient}}`)).toBeDefined();
});

test("the visits with one doctor say so, and lead to all", async () => {
  renderPage(<Page title="Your bookings" />, { at: "/user/bookings?doctor=d1" });
  expect(await screen.findByText("Only visits with Dr. Anil Kumar")).toBeDefined();
  const asked = () =>
    server.mock.calls
      .filter(([{ url }]) => url.includes("/previous/"))
      .map(([{ headers }]) => headers.get("X-Doctor"));
  expect(asked()).toEqual(["d1"]);
  await press("Show all bookings");
  await waitFor(() => expect(asked()).toEqual(["d1", null]));
  expect(window.location.search).toBe("");
});

async function askToCancel(): Promise<void> {
  await screen.findByRole("article");
  await press("Cancel");
  await inDialog("Cancel the booking");
}

async function askToMove(): Promise<void> {
  await screen.findByRole("article");
  await press("Reschedule");
  await userEvent.click(await screen.findByRole("radio", { name: "10:00 am, available" }));
  await inDialog("Move to this time");
}

test.each([
  ["a cancellation", askToCancel],
  ["another time", askToMove],
])("%s that was sent before its dialog was closed is told all the same", async (_, ask) => {
  renderPage(<Page title="Your bookings" />);
  await ask();
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  say(answer(null, "It is done."));
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "good", text: "It is done." }]));

  await ask();
  await userEvent.keyboard("{Escape}");
  say(refused(409, "not_changeable", "It is over."));
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: "It is over." }]));
});

const proposed = "Dr. Anil Kumar asked you to come again around Tue 9 Jan 2024";

test("a proposal is taken with one press, and three others come for those that are gone", async () => {
  proposals = [proposal(["09:00", "10:00", "11:00"])];
  renderPage(<Page title="Your bookings" />);
  const card = within(await screen.findByRole("article", { name: proposed }));
  expect(card.getByText(/For Leela Nair/).textContent).toContain("No fee");
  said = [refused(409, "slot_taken", "Somebody else has it."), answer({}, "Booked.")];
  proposals = [proposal(["09:15", "10:00", "11:00"])];
  await userEvent.click(card.getByRole("button", { name: /^Tue 9 Jan 2024, 9:00 am/ }));
  const other = await screen.findByRole("button", { name: /^Tue 9 Jan 2024, 9:15 am/ });
  expect(takeToasts().map(({ text }) => text)).toEqual(["Somebody else has it."]);
  proposals = [];
  await userEvent.click(other);
  await waitFor(() => expect(screen.queryByRole("article", { name: proposed })).toBeNull());
  expect(takeToasts().map(({ text }) => text)).toEqual(["Booked."]);
});

test("each time of a proposal says where it is, and what it costs there", async () => {
  const slots = [
    { ...slot("09:00"), fee: 450 },
    { ...slot("10:00"), fee: 600, place: hospital },
  ];
  proposals = [{ ...proposal([]), withoutFee: false, fee: 450, slots }];
  renderPage(<Page title="Your bookings" />);
  const card = within(await screen.findByRole("article", { name: proposed }));
  expect(card.getByRole("button", { name: /9:00 am.*The doctor's clinic · ₹450/ })).toBeDefined();
  expect(card.getByRole("button", { name: /10:00 am.*Malabar Hospital · ₹600/ })).toBeDefined();
});

test("a proposal is declined, and one without anything free says so", async () => {
  proposals = [proposal([])];
  renderPage(<Page title="Your bookings" />);
  const card = within(await screen.findByRole("article", { name: proposed }));
  expect(card.getByText(/Nothing is free at the moment/)).toBeDefined();
  said = [answer(undefined, "Thank you.")];
  proposals = [];
  await userEvent.click(card.getByRole("button", { name: "No, thank you" }));
  await waitFor(() => expect(screen.queryByRole("article", { name: proposed })).toBeNull());
});

test("a failed load of the waiting list has a note", async () => {
  waits = undefined;
  renderPage(<Page title="Your bookings" />);
  expect(await screen.findByText("Your waiting list could not be loaded.")).toBeDefined();
});

const wait = (offer: object | null) => ({
  _id: "w1",
  doctorId: booking("b1", `${day}T09:00:00+05:30`, true).doctorId,
  date: "Jan 9, 2024",
  day,
  from: "10:00",
  to: null,
  person: null,
  since: `${day}T08:00:00+05:30`,
  place: 2,
  offer,
  away: false,
});

test("a waiting list entry shows its position, and offers nothing while no slot is held", async () => {
  waits = [wait(null)];
  renderPage(<Page title="Your bookings" />);
  expect(await screen.findByText("You are number 2 on the list")).toBeDefined();
  expect(screen.queryByRole("link", { name: "Take this time" })).toBeNull();
});

test("an entry during leave says that the place is kept", async () => {
  waits = [{ ...wait(null), away: true }];
  renderPage(<Page title="Your bookings" />);
  expect(await screen.findByText(/^The doctor is on leave then. You keep your place/)).toBeDefined();
});

test("a held slot can be taken, and shows until when it is held", async () => {
  const until = `${day}T09:42:00+05:30`;
  waits = [wait({ time: "10:15", startsAt: `${day}T10:15:00+05:30`, until })];
  renderPage(<Page title="Your bookings" />);
  expect(await screen.findByRole("link", { name: "Take this time" })).toBeDefined();
  expect(screen.getByText(/Held for you until .*9:42/)).toBeDefined();
});

test("each visit says where it is", async () => {
  const [first, second] = [
    booking("b1", `${day}T09:00:00+05:30`, true),
    booking("b2", `${day}T17:00:00+05:30`, true),
  ];
  bookings = [{ ...first, place: hospital }, second];
  renderPage(<Page title="Bookings" />);
  const [atHospital, atClinic] = await screen.findAllByRole("article");
  expect(atHospital?.textContent).toContain("Malabar HospitalBeach Road, Kozhikode");
  expect(atClinic?.textContent).toContain("Main Road, Kollam");
  const [directions] = screen.getAllByRole("link", { name: /^Directions/ });
  expect(directions?.getAttribute("href")).toContain(encodeURIComponent("Malabar Hospital"));
});

test("a time that the doctor offered with a rejection is one press away, with what was typed before", async () => {
  const rejected = {
    ...booking("b1", `${day}T09:00:00+05:30`, false),
    status: "Rejected",
    offered: `${day}T10:45:00+05:30`,
  };
  bookings = [rejected];
  renderPage(<Page title="My bookings" />);
  expect(await screen.findByText(/The doctor offers you another time: .*10:45/)).toBeDefined();
  await userEvent.click(screen.getByRole("link", { name: "Book this time" }));
  expect(window.location.pathname).toBe("/doctor/appointment");
  expect(window.history.state.usr).toMatchObject({
    date: day,
    time: "10:45",
    patient: { name: "Asha Nair" },
  });
});

test("printing the page gives a slip of each visit ahead, and its own button the one", async () => {
  const seen: (string | null)[][] = [];
  const slips = () =>
    [...document.querySelectorAll(".print-sheet article")].map(({ textContent }) => textContent);
  const print = vi.fn(() => {
    window.dispatchEvent(new Event("beforeprint"));
    const alone = [...document.querySelectorAll(".print-alone article")];
    seen.push(alone.map(({ textContent }) => textContent));
    window.dispatchEvent(new Event("afterprint"));
  });
  vi.stubGlobal("print", print);
  bookings = [
    booking("b1", `${day}T09:00:00+05:30`, true),
    { ...booking("b2", `${day}T11:00:00+05:30`, true), patient_name: "Leela Nair" },
    booking("b3", "2023-12-30T09:00:00+05:30", false),
  ];
  renderPage(<Page title="Your bookings" />);
  await screen.findAllByRole("article");
  expect(slips()).toEqual([]);
  act(() => void window.dispatchEvent(new Event("beforeprint")));
  expect(slips()).toEqual([expect.stringContaining("Asha Nair"), expect.stringContaining("Leela Nair")]);
  act(() => void window.dispatchEvent(new Event("afterprint")));
  expect(slips()).toEqual([]);

  await userEvent.click(screen.getAllByRole("button", { name: "Print" })[1] ?? document.body);
  expect(seen).toHaveLength(1);
  const [slip] = seen[0] ?? [];
  for (const text of [
    "Dr. Anil Kumar",
    "Leela Nair",
    "Waiting for the doctor",
    "Tue 9 Jan 2024",
    "11:00 am",
    "Main Road, Kollam",
    "Booking number: b2",
  ])
    expect(slip).toContain(text);
  await waitFor(() => expect(slips()).toEqual([]));
});

test("a visit that a desk booked for the number is taken, or it is said that it is not one's own", async () => {
  const claim = (_id: string) => ({
    _id,
    doctorId: booking("b0", `${day}T09:00:00+05:30`, false).doctorId,
    patient: "R… D…",
    date: "Jan 9, 2024",
    time: "11:00",
    startsAt: `${day}T11:00:00+05:30`,
    place: hospital,
    fee: 300,
  });
  claims = [claim("c1"), claim("c2")];
  said = [
    answer(booking("c1", `${day}T11:00:00+05:30`, true), "It is yours."),
    answer(undefined, "Thank you."),
  ];
  renderPage(<Page title="Your bookings" />);
  const cards = await screen.findAllByRole("article", { name: "A visit was booked for your number" });
  expect(cards).toHaveLength(2);
  const [mine, others] = cards.map((card) => within(card));
  expect(mine?.getByText(/Malabar Hospital · For R… D…/)).toBeDefined();
  claims = [claim("c2")];
  await userEvent.click(mine?.getByRole("button", { name: "Add it to my bookings" }) ?? document.body);
  await waitFor(() =>
    expect(screen.getAllByRole("article", { name: "A visit was booked for your number" })).toHaveLength(1),
  );
  claims = [];
  await userEvent.click(others?.getByRole("button", { name: "It is not mine" }) ?? document.body);
  await waitFor(() => expect(screen.queryByText("A visit was booked for your number")).toBeNull());
  const answered = server.mock.calls.map(([{ method, url }]) => `${method} ${new URL(url).pathname}`);
  expect(answered.filter((call) => /^(POST|DELETE)/.test(call))).toEqual([
    "POST /user/api/user/claims/u1/c1",
    "DELETE /user/api/user/claims/u1/c2",
  ]);
  expect(takeToasts().map(({ text }) => text)).toEqual(["It is yours.", "Thank you."]);
});
