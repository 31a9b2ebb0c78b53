import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { forget, signIn } from "../../lib/session";
import { exampleDoctor } from "../../testing/doctor";
import { answer, listed, refused, renderPage, server } from "../../testing/page";
import { hospital } from "../../testing/places";
import { Page } from "./find-doctors";

const nextSlot = {
  date: "Feb 6, 2024",
  time: "17:15",
  startsAt: "2024-02-06T17:15:00+05:30",
  place: null as string | null,
  mode: "clinic" as "clinic" | "phone",
  fee: 450,
};
const doctor = { ...exampleDoctor, nextSlot, nextTimes: ["17:15", "17:30"] };
const days = [
  { day: "2024-02-05", date: "Feb 5, 2024", free: 2 },
  { day: "2024-02-06", date: "Feb 6, 2024", free: 2 },
];
const slots = ["09:00", "17:15"].map((time) => ({ time, startsAt: `2024-02-06T${time}:00+05:30` }));

/** The doctors that the server finds. */
let found: (typeof doctor)[];

beforeEach(() => {
  // Ten in the morning in India.
  vi.spyOn(Date, "now").mockReturnValue(Date.parse("2024-02-05T04:30:00Z"));
  found = [doctor];
  server.mockImplementation(async ({ url }) => {
    const path = new URL(url).pathname;
    if (path.endsWith("/finddoctors")) return listed(found);
    if (path.endsWith("/reference")) return answer({ states: [] });
    if (path.endsWith("/availability")) return answer(days);
    if (path.endsWith("/slots")) return answer(slots);
    return answer(doctor);
  });
});

afterEach(() => {
  vi.restoreAllMocks();
});

const show = (search = "") => renderPage(<Page title="Find doctors" />, { at: `/viewdoctors${search}` });

/** The query of the last request. */
function lastAsked() {
  const asked = server.mock.calls.map(([{ url }]) => new URL(url));
  const last = asked.filter(({ pathname }) => pathname.endsWith("/finddoctors")).at(-1);
  return Object.fromEntries(last?.searchParams ?? []);
}

/** The doctor with the earliest free slot is first, whatever other filters are set. */
const asksFor = (filters: object) =>
  waitFor(() => expect(lastAsked()).toEqual({ ...filters, sort: "earliest", limit: "6" }));
const press = (name: string) => userEvent.click(screen.getByRole("checkbox", { name }));
const isPressed = (name: string) => screen.getByRole<HTMLInputElement>("checkbox", { name }).checked;
const choose = (name: string, option: string) =>
  userEvent.selectOptions(screen.getByRole("combobox", { name }), option);

test("time filters combine; a day replaces the other; a second press removes a filter", async () => {
  show("?district=Kollam");
  await asksFor({ district: "Kollam" });
  await press("Today");
  await asksFor({ district: "Kollam", day: "2024-02-05" });
  await press("Evening");
  await press("Tomorrow");
  expect(window.location.search).toBe("?district=Kollam&when=tomorrow&from=16%3A00");
  await asksFor({ district: "Kollam", day: "2024-02-06", from: "16:00" });
  expect(["Today", "Tomorrow", "Evening"].map(isPressed)).toEqual([false, true, true]);
  await press("Tomorrow");
  await asksFor({ district: "Kollam", from: "16:00" });
  expect(window.location.search).toBe("?district=Kollam&from=16%3A00");
});

test("fee and gender narrow the list as well, and can be taken away", async () => {
  show("?q=nair");
  await choose("Consultation fee", "Up to ₹1,000");
  await choose("Gender", "Female doctors");
  await asksFor({ q: "nair", maxFee: "1000", gender: "Female" });
  await choose("Consultation fee", "Any fee");
  await asksFor({ q: "nair", gender: "Female" });
  await userEvent.click(await screen.findByRole("button", { name: "Clear filters" }));
  expect(window.location.search).toBe("");
  await asksFor({});
});

test("a link opens with all that it says, and today is the day on which it is opened", async () => {
  show("?when=today&from=16:00&maxFee=500&gender=Male&value=ENT&q=nair");
  await asksFor({
    day: "2024-02-05",
    from: "16:00",
    maxFee: "500",
    gender: "Male",
    specialization: "ENT",
    q: "nair",
  });
  const when = within(screen.getByRole("group", { name: "When" }));
  expect(when.getAllByRole<HTMLInputElement>("checkbox").map(({ checked }) => checked)).toEqual([
    true,
    false,
    true,
  ]);
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Consultation fee" }).value).toBe("500");
  expect(screen.getByRole<HTMLSelectElement>("combobox", { name: "Gender" }).value).toBe("Male");
});

test("a card labels the slot by the filters", async () => {
  show();
  expect((await screen.findByRole("article")).textContent).toContain("Next free time: Tue 6 Feb5:15 pm");
  await press("Evening");
  await waitFor(() =>
    expect(screen.getByRole("article").textContent).toContain("Free time: Tue 6 Feb5:15 pm"),
  );
});

test("booking opens at the slot that the card names", async () => {
  window.localStorage.setItem("userToken", "t");
  const intoSight = vi.spyOn(Element.prototype, "scrollIntoView");
  show("?from=16:00");
  await userEvent.click(await screen.findByRole("button", { name: "Book Clinic Visit" }));
  const day = await screen.findByRole<HTMLInputElement>("radio", { name: "Tue 6 Feb, 2 free" });
  expect(day.checked).toBe(true);
  await screen.findByRole("radio", { name: "5:15 pm, available" });
  expect(intoSight.mock.contexts.map((tile) => (tile as Element).textContent)).toEqual(["5:15 pm"]);
});

test("after the login the same filters and slot are restored", async () => {
  window.localStorage.removeItem("userToken");
  show("?when=tomorrow");
  await userEvent.click(await screen.findByRole("button", { name: "Book Clinic Visit" }));
  const back = {
    from: "/viewdoctors?when=tomorrow&doctor=d1",
    fromState: { date: "2024-02-06", time: "17:15" },
  };
  expect(await screen.findByText(`/login ${JSON.stringify(back)}`)).toBeDefined();
});

test.each([
  ["Any day", "?district=Kollam&from=16%3A00"],
  ["Any time", "?district=Kollam&when=today"],
  ["All districts", "?when=today&from=16%3A00"],
  ["Clear filters", ""],
])("where nobody is free then, one press on %s leads on", async (way, search) => {
  found = [];
  show("?district=Kollam&when=today&from=16%3A00");
  expect(await screen.findByRole("heading", { name: "No doctor is free at that time" })).toBeDefined();
  expect(screen.getByRole("heading", { name: "0 doctors available" }).getAttribute("aria-live")).toBe(
    "polite",
  );
  found = [doctor];
  await userEvent.click(screen.getByRole("button", { name: way }));
  expect(await screen.findByRole("heading", { name: "1 doctor available" })).toBeDefined();
  expect(window.location.search).toBe(search);
  expect(screen.getByRole("heading", { name: "1 doctor available" })).toBe(document.activeElement);
});

test("only the ways out that change something are offered", async () => {
  found = [];
  show("?when=today");
  await screen.findByRole("heading", { name: "No doctor is free at that time" });
  expect(screen.queryByRole("button", { name: "Any time" })).toBeNull();
  expect(screen.queryByRole("button", { name: "All districts" })).toBeNull();
});

test("without a time filter an empty list has another text", async () => {
  found = [];
  show("?maxFee=200");
  expect(await screen.findByRole("heading", { name: "No doctors found" })).toBeDefined();
});

test("a failure leaves the choices, and another try asks for them", async () => {
  server.mockImplementation(async () => refused(503, "busy", "We are busy."));
  show("?when=today");
  expect((await screen.findByRole("alert")).textContent).toContain("We are busy.");
  expect(isPressed("Today")).toBe(true);
  server.mockImplementation(async () => listed([doctor]));
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByRole("article")).toBeDefined();
  await asksFor({ day: "2024-02-05" });
});

test("a doctor at a hospital too names it, and where the next free slot is, and the fees as a range", async () => {
  const session = { weekday: "Monday", mode: "clinic" as const, from: "17:00", to: "19:00", fee: 450 };
  found = [
    {
      ...doctor,
      nextSlot: { ...nextSlot, place: "h1", fee: 600 },
      sessions: [
        { ...session, place: "h1", fee: 600 },
        { ...session, weekday: "Tuesday", place: null },
      ],
      places: [hospital],
    },
  ];
  show();
  const card = within(await screen.findByRole("article"));
  expect(card.getAllByText("Malabar Hospital")).toHaveLength(2);
  expect(card.getByText("Lotus Clinic, Kozhikode")).toBeDefined();
  expect(card.getByText("₹450 – ₹600")).toBeDefined();
});

test("the district of the last search is taken again, and all districts stay all", async () => {
  localStorage.setItem("district", "Kollam");
  show("?value=ENT");
  await asksFor({ specialization: "ENT", district: "Kollam" });
  await userEvent.click(await screen.findByRole("button", { name: "Clear filters" }));
  await asksFor({});
  expect(localStorage.getItem("district")).toBe("");
});

test("where none was searched in, the district of the profile is taken", async () => {
  signIn("user", "secret", "u1");
  const others = server.getMockImplementation();
  server.mockImplementation(async (request) =>
    request.url.includes("/user/profile/")
      ? answer({ district: "Kannur" })
      : (others?.(request) ?? answer({})),
  );
  show();
  await asksFor({ district: "Kannur" });
});

test("a search for a name is not narrowed by it", async () => {
  localStorage.setItem("district", "Kollam");
  show("?q=nair");
  await asksFor({ q: "nair" });
});

test("it is cleared by a logout", () => {
  signIn("user", "secret", "u1");
  localStorage.setItem("district", "Kollam");
  forget("user");
  expect(localStorage.getItem("district")).toBeNull();
});

test("one of the next times opens the picker there, also without a login", async () => {
  slots.push({ time: "17:30", startsAt: "2024-02-06T17:30:00+05:30" });
  show("?value=ENT");
  const time = await screen.findByRole("button", { name: "5:30 pm" });
  expect(
    time
      .getAttribute("aria-describedby")
      ?.split(" ")
      .map((id) => document.getElementById(id)?.textContent),
  ).toEqual(["Dr. Anjali Nair", "Next free time: Tue 6 Feb"]);
  await userEvent.click(time);
  expect(window.location.pathname + window.location.search).toBe("/viewdoctors?value=ENT&doctor=d1");
  const chosen = await screen.findByRole<HTMLInputElement>("radio", { name: /5:30 pm/ });
  expect(chosen.checked).toBe(true);
});

test("by phone is a filter of its own, for the list and for the times to choose from", async () => {
  window.localStorage.setItem("userToken", "t");
  found = [{ ...doctor, phoneFee: 199, nextSlot: { ...nextSlot, mode: "phone", fee: 199 } }];
  show();
  expect((await screen.findByRole("article")).textContent).toContain("By phone: ₹199");
  await press("By phone");
  await asksFor({ mode: "phone" });
  expect(window.location.search).toBe("?mode=phone");
  await userEvent.click(await screen.findByRole("button", { name: "Book a Consultation by Phone" }));
  await waitFor(() =>
    expect(server.mock.calls.map(([{ url }]) => url).filter((url) => url.includes("/slots"))).toEqual([
      expect.stringContaining("mode=phone"),
    ]),
  );
});
