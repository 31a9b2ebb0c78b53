import { expect, test } from "vitest";
import {
  copiedTo,
  errorsBySession,
  sessionOf,
  sessionsOfSimple,
  sessionText,
  weekOf,
  wrongSession,
} from "./sessions";

const draft = (from: string, to: string, more = {}) => ({ from, to, place: "", fee: "", ...more });
const simple = {
  startTime: "09:00",
  endTime: "17:00",
  daysOff: ["Sunday"],
  breakStart: null,
  breakEnd: null,
};

test("the simple form becomes one session on each worked day, or two around the break", () => {
  const week = sessionsOfSimple(simple);
  expect(week).toHaveLength(6);
  expect(week[0]).toEqual({ weekday: "Monday", ...draft("09:00", "17:00") });
  const withBreak = sessionsOfSimple({ ...simple, breakStart: "13:00", breakEnd: "14:00" });
  expect(withBreak.slice(0, 2)).toEqual([
    { weekday: "Monday", ...draft("09:00", "13:00") },
    { weekday: "Monday", ...draft("14:00", "17:00") },
  ]);
});

test("what comes after the break begins with a slot of the day", () => {
  const [, after] = sessionsOfSimple({
    ...simple,
    startTime: "09:10",
    breakStart: "13:00",
    breakEnd: "14:00",
  });
  expect(after?.from).toBe("14:10");
});

test("hours without a minute are no session", () => {
  expect(sessionsOfSimple({ ...simple, endTime: "09:00" })).toEqual([]);
});

test("a copied day takes the place of what was there", () => {
  const week = weekOf([
    { weekday: "Tuesday", from: "10:00", to: "11:00", place: null, fee: null },
    { weekday: "Monday", from: "17:00", to: "19:00", place: "h1", fee: 500 },
    { weekday: "Monday", from: "09:00", to: "12:00" },
  ]);
  expect(week.map(({ weekday, from }) => `${weekday} ${from}`)).toEqual([
    "Monday 09:00",
    "Monday 17:00",
    "Tuesday 10:00",
  ]);
  expect(
    copiedTo(week, "Monday", ["Tuesday", "Friday"]).map(({ weekday, from }) => `${weekday} ${from}`),
  ).toEqual([
    "Monday 09:00",
    "Monday 17:00",
    "Tuesday 09:00",
    "Tuesday 17:00",
    "Friday 09:00",
    "Friday 17:00",
  ]);
});

test.each([
  ["09:00", "12:00", {}, []],
  ["12:00", "12:00", {}, ["to"]],
  ["15:00", "16:15", {}, ["from"]],
  ["18:00", "20:00", {}, ["from"]],
  ["19:00", "20:00", {}, []],
  ["09:10", "12:00", {}, ["from"]],
  ["09:15", "12:00", { fee: "12a" }, ["fee"]],
  ["09:15", "12:00", { fee: "500" }, []],
])("beside 4 to 7 PM, %s to %s %j has wrong %j", (from, to, more, fields) => {
  expect(Object.keys(wrongSession(draft(from, to, more), [draft("16:00", "19:00")]))).toEqual(fields);
});

test("the doctor's own clinic and usual fee are sent as null", () => {
  expect(sessionOf(draft("09:00", "12:00"))).toEqual({ from: "09:00", to: "12:00", place: null, fee: null });
  expect(sessionOf(draft("09:00", "12:00", { place: "h1", fee: " 0 " }))).toMatchObject({
    place: "h1",
    fee: 0,
  });
  expect(sessionText(draft("09:00", "12:00", { fee: "1500" }))).toBe("9:00 am to 12:00 pm · ₹1,500");
});

test("errors are shown at their session", () => {
  expect(errorsBySession({ "sessions[2].from": "Meets", sessions: "Too many" })).toEqual({
    "sessions[2]": "Meets",
    sessions: "Too many",
  });
});

test("a session by phone has no place", () => {
  const [phone] = weekOf([{ weekday: "Monday", from: "19:00", to: "20:00", mode: "phone", fee: 199 }]);
  expect(phone?.place).toBe("phone");
  expect(phone && sessionOf(phone)).toEqual({
    from: "19:00",
    to: "20:00",
    mode: "phone",
    place: null,
    fee: 199,
  });
});
