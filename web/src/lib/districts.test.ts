import { afterEach, expect, test } from "vitest";
import { setLocale } from "../messages/locale";
import { districtName, districtNamed, matchingDistricts } from "./districts";

const districts = [
  { name: "Thiruvananthapuram", ml: "തിരുവനന്തപുരം", aliases: ["Trivandrum"] },
  { name: "Ernakulam", ml: "എറണാകുളം", aliases: ["Kochi", "Cochin"] },
  { name: "Kozhikode", ml: "കോഴിക്കോട്", aliases: ["Calicut"] },
  { name: "Kannur", ml: "കണ്ണൂർ", aliases: ["Cannanore"] },
];

afterEach(() => setLocale("en"));

test.each([
  ["calicut", ["Kozhikode"]],
  ["Trivandrum", ["Thiruvananthapuram"]],
  ["കോഴി", ["Kozhikode"]],
  ["കണ്ണൂര്‍", ["Kannur"]],
  ["ko", ["Ernakulam", "Kozhikode"]],
  ["nur", ["Kannur"]],
  ["", districts.map(({ name }) => name)],
  ["zzz", []],
])("%j suggests %j", (text, names) => {
  expect(matchingDistricts(districts, text).map(({ name }) => name)).toEqual(names);
});

test.each([
  ["Cochin", "Ernakulam"],
  ["KOZHIKODE", "Kozhikode"],
  ["Koch", undefined],
  ["", undefined],
])("%j names %j", (text, name) => {
  expect(districtNamed(districts, text)?.name).toBe(name);
});

test("a district is shown in the page's language", () => {
  expect(districtName({ name: "Kannur", ml: "കണ്ണൂർ" })).toBe("Kannur");
  setLocale("ml");
  expect(districtName({ name: "Kannur", ml: "കണ്ണൂർ" })).toBe("കണ്ണൂർ");
  expect(districtName({ name: "Chennai" })).toBe("Chennai");
});
