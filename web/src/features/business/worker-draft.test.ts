import { describe, expect, test } from "vitest";
import { closesBeforeItOpens, daysIn, hoursToggled, savedWorker } from "./worker-draft";

const profile = {
  Hospital_name: "Asha Medicals",
  Email: "asha@example.com",
  Phone_Number: "9876543210",
  Address: "MG Road",
  City: "Kochi",
  District: "Ernakulam",
  State: "Kerala",
  Pincode: "682011",
  startTime: null,
  endTime: null,
  daysOff: ["Saturday", "Sunday"],
};
const saved = savedWorker(profile);

test("what was never said is empty", () => {
  expect(saved.values).toMatchObject({ startTime: "", endTime: "", daysOff: "Saturday,Sunday" });
});

test.each([
  ["", []],
  ["Sunday", ["Sunday"]],
  ["Saturday,Sunday", ["Saturday", "Sunday"]],
])("%o are the days %o", (text, days) => {
  expect(daysIn(text)).toEqual(days);
});

describe("the opening hours", () => {
  test("open and close together, and leave the other fields alone", () => {
    const opened = hoursToggled(saved, { City: "Aluva" });
    expect(opened).toEqual({ City: "Aluva", startTime: "", endTime: "" });
    expect(hoursToggled(saved, { ...opened, startTime: "09:00" })).toEqual({ City: "Aluva" });
  });

  test.each([
    ["09:00", "18:00", false],
    ["09:00", "09:00", false],
    ["18:00", "09:00", true],
  ])("from %s to %s are the wrong way round: %s", (startTime, endTime, expected) => {
    expect(closesBeforeItOpens(saved, { startTime, endTime })).toBe(expected);
  });
});
