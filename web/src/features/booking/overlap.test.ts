import { expect, test } from "vitest";
import { ownBooking } from "../../testing/bookings";
import { overlapping } from "./components/patient-choice";

const wanted = { doctorId: "d2", name: "Asha Nair", date: "2024-01-05", time: "09:15" };

test.each([
  ["the same time with another doctor", {}, {}, true],
  ["ten minutes later", { startsAt: "2024-01-05T09:25:00+05:30" }, {}, true],
  ["the slot after it", { startsAt: "2024-01-05T09:30:00+05:30" }, {}, false],
  ["another day", { startsAt: "2024-01-06T09:15:00+05:30" }, {}, false],
  ["another person", { patient_name: "Leela" }, {}, false],
  [
    "the same saved person, spelled otherwise",
    { patient_name: "Leela", person: "p1" },
    { person: "p1" },
    true,
  ],
  ["a cancelled one", { changeable: false, status: "Cancelled" }, {}, false],
  ["the same booking sent again", {}, { doctorId: "d1" }, false],
])("%s", (_, booking, more, expected) => {
  expect(overlapping([ownBooking(booking)], { ...wanted, ...more }) !== undefined).toBe(expected);
});
