import { afterEach, expect, test } from "vitest";
import { setLocale } from "../messages/locale";
import { birthDate, districtOptions, labelOf, placeOptions, wrongHours } from "./profile-values";

const states = [
  {
    name: "Kerala",
    ml: "കേരളം",
    districts: [
      { name: "Kollam", ml: "കൊല്ലം" },
      { name: "Idukki", ml: "ഇടുക്കി" },
    ],
  },
  { name: "Goa", ml: "ഗോവ", districts: [{ name: "North Goa" }] },
];

afterEach(() => setLocale("en"));

test.each([
  ["Kerala", ["Kollam", "Idukki"]],
  ["Goa", ["North Goa"]],
  ["", []],
  ["Nowhere", []],
])("the districts of %j are %j", (state, names) => {
  expect(districtOptions(states, state).map(({ label }) => label)).toEqual(names);
});

test("Malayalam names are shown where there are any, and the English ones sent", () => {
  setLocale("ml");
  expect(placeOptions(states)[0]).toEqual({ id: "Kerala", label: "കേരളം" });
  expect(districtOptions(states, "Kerala")[1]).toEqual({ id: "Idukki", label: "ഇടുക്കി" });
  expect(districtOptions(states, "Goa")).toEqual([{ id: "North Goa", label: "North Goa" }]);
});

test("a value that no list has is shown as it is", () => {
  expect(labelOf([], "Pondicherry")).toBe("Pondicherry");
});

test("a date of birth is the same day in every zone", () => {
  expect(birthDate("1990-03-01")).toBe("1 March 1990");
  expect(birthDate("")).toBe("");
});

test.each([
  ["09:00", "18:00", []],
  ["09:00", "09:00", []],
  ["09:00", "", []],
  ["", "", []],
  ["18:00", "09:00", ["endTime"]],
])("from %j to %j has wrong %j", (startTime, endTime, wrong) => {
  const at = (field: string) => (field === "startTime" ? startTime : endTime);
  expect(Object.keys(wrongHours(at))).toEqual(wrong);
});
