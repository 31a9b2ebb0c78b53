import { expect, test } from "vitest";
import { readFilters } from "../../lib/address";
import { dayMeant, doctorParams } from "./filters";

test.each([
  ["today", "2024-01-05T18:29:59Z", "2024-01-05"],
  ["today", "2024-01-05T18:30:00Z", "2024-01-06"],
  ["tomorrow", "2024-02-28T18:29:59Z", "2024-02-29"],
  ["tomorrow", "2024-12-31T06:00:00Z", "2025-01-01"],
  ["", "2024-01-05T06:00:00Z", ""],
])("%j at %s is India's %j", (when, now, day) => {
  expect(dayMeant(when, Date.parse(now))).toBe(day);
});

const none = {
  district: "",
  specialization: "",
  q: "",
  gender: "",
  maxFee: "",
  when: "",
  from: "",
  mode: "",
};

test.each([
  ["", none],
  [
    "when=tomorrow&from=16:00&maxFee=300&gender=Female&value=ENT&mode=phone",
    {
      ...none,
      when: "tomorrow",
      from: "16:00",
      maxFee: "300",
      gender: "Female",
      specialization: "ENT",
      mode: "phone",
    },
  ],
  ["when=yesterday&from=03:00&maxFee=299&gender=null&district=null&mode=clinic", none],
])("%j is read as what the page offers", (search, filters) => {
  expect(readFilters(doctorParams, { search, hash: "" })).toEqual(filters);
});
