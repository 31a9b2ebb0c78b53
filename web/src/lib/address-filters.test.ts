import { expect, test } from "vitest";
import { withFilters } from "./address-filters";

test.each([
  ["a filter is set", "", [["q", "asha"]], "q=asha"],
  ["the others stay", "sort=name&user=u1", [["q", "asha"]], "sort=name&user=u1&q=asha"],
  ["the empty text takes it away", "q=asha&sort=name", [["q", ""]], "sort=name"],
] as const)("%s", (_, before, changed, after) => {
  expect(withFilters(new URLSearchParams(before), changed).toString()).toBe(after);
});
