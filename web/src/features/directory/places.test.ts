import { expect, test } from "vitest";
import { hospital } from "../../testing/places";
import { bookLabel, daysText, feeText, placesOf } from "./places";

const session = (
  weekday: string,
  from: string,
  to: string,
  place: string | null,
  fee = 300,
  mode: "clinic" | "phone" = "clinic",
) => ({ weekday, from, to, place, fee, mode });

test.each([
  [["Monday"], "Monday"],
  [["Monday", "Tuesday"], "Monday, Tuesday"],
  [["Tuesday", "Monday", "Wednesday"], "Monday to Wednesday"],
  [["Monday", "Tuesday", "Thursday"], "Monday, Tuesday, Thursday"],
])("%j read %j", (names, text) => {
  expect(daysText(names)).toBe(text);
});

test("each place has its hours, days with the same ones together, and its fee", () => {
  const sessions = [
    session("Monday", "09:00", "12:00", "h1", 500),
    session("Tuesday", "09:00", "12:00", "h1", 600),
    session("Monday", "17:00", "19:00", null),
    session("Tuesday", "17:00", "19:00", null),
    session("Saturday", "10:00", "12:00", null),
    session("Saturday", "17:00", "19:00", null),
  ];
  expect(placesOf({ sessions, places: [hospital] })).toEqual([
    {
      hospital: null,
      mode: "clinic",
      hours: [
        { days: "Monday, Tuesday", times: "5:00 pm to 7:00 pm" },
        { days: "Saturday", times: "10:00 am to 12:00 pm, 5:00 pm to 7:00 pm" },
      ],
      fee: "₹300",
    },
    {
      hospital,
      mode: "clinic",
      hours: [{ days: "Monday, Tuesday", times: "9:00 am to 12:00 pm" }],
      fee: "₹500 – ₹600",
    },
  ]);
  expect(feeText({ sessions, consultation_Fee: 300 })).toBe("₹300 – ₹600");
});

test("without sessions at the own clinic it is not named, and without sessions there is one fee", () => {
  const sessions = [session("Monday", "09:00", "12:00", "h1")];
  expect(placesOf({ sessions, places: [hospital] }).map((place) => place.hospital?._id)).toEqual(["h1"]);
  expect(feeText({ sessions: [], consultation_Fee: 450 })).toBe("₹450");
});

test("by phone comes last, with its own hours and fee, which is no fee of a visit", () => {
  const sessions = [
    session("Monday", "19:00", "20:00", null, 199, "phone"),
    session("Monday", "09:00", "12:00", null, 400),
  ];
  expect(placesOf({ sessions, places: [] })).toEqual([
    {
      hospital: null,
      mode: "clinic",
      hours: [{ days: "Monday", times: "9:00 am to 12:00 pm" }],
      fee: "₹400",
    },
    { hospital: null, mode: "phone", hours: [{ days: "Monday", times: "7:00 pm to 8:00 pm" }], fee: "₹199" },
  ]);
  expect(feeText({ sessions, consultation_Fee: 300 })).toBe("₹400");
  expect(feeText({ sessions: sessions.slice(0, 1), consultation_Fee: 300 })).toBe("₹199");
});

test("who consults by phone alone is booked for that", () => {
  const [call, visit] = [
    session("Monday", "19:00", "20:00", null, 199, "phone"),
    session("Monday", "09:00", "12:00", null),
  ];
  expect(bookLabel({ sessions: [call] })).toBe("Book a Consultation by Phone");
  expect(bookLabel({ sessions: [call, visit] })).toBe("Book Clinic Visit");
  expect(bookLabel({ sessions: [call, visit] }, "phone")).toBe("Book a Consultation by Phone");
  expect(bookLabel({ sessions: [] })).toBe("Book Clinic Visit");
});
