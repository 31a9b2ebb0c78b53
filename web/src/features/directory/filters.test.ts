import { expect, test } from "vitest";
import { anyFilter, noFilters, readFilters, withFilters } from "./filters";

test.each([
  ["", noFilters],
  ["value=ENT", { ...noFilters, specialization: "ENT" }],
  ["value=null&district=", noFilters],
  [
    "district=Kozhikode&value=Stomach+%26+digestion&q=anj",
    { district: "Kozhikode", specialization: "Stomach & digestion", q: "anj" },
  ],
])("%j asks for %j", (address, filters) => {
  expect(readFilters(new URLSearchParams(address))).toEqual(filters);
});

test("filters are written into the address and the rest of it stays", () => {
  const filters = { district: "Kozhikode", specialization: "ENT", q: "" };
  const address = withFilters(new URLSearchParams("q=old&doctor=d1"), filters);
  expect(address.toString()).toBe("doctor=d1&district=Kozhikode&value=ENT");
  expect(readFilters(address)).toEqual(filters);
  expect(withFilters(address, noFilters).toString()).toBe("doctor=d1");
  expect(withFilters(new URLSearchParams("district=Kollam"), { specialization: "ENT" }).toString()).toBe(
    "district=Kollam&value=ENT",
  );
});

test("a name alone is a filter too", () => {
  expect(anyFilter(noFilters)).toBe(false);
  expect(anyFilter({ ...noFilters, q: "a" })).toBe(true);
});
