import { act, renderHook } from "@testing-library/react";
import { BrowserRouter } from "react-router";
import { expect, test } from "vitest";
import { useAddressFilters, withFilters } from "./address-filters";

test.each([
  ["a filter is set", "", [["q", "asha"]], "q=asha"],
  ["the others stay", "sort=name&user=u1", [["q", "asha"]], "sort=name&user=u1&q=asha"],
  ["the empty text takes it away", "q=asha&sort=name", [["q", ""]], "sort=name"],
] as const)("%s", (_, before, changed, after) => {
  expect(withFilters(new URLSearchParams(before), changed).toString()).toBe(after);
});

test("two changes before the page is drawn again both count", () => {
  const { result } = renderHook(() => useAddressFilters(["q", "gender"]), { wrapper: BrowserRouter });
  act(() => {
    result.current.change("q", "asha");
    result.current.change("gender", "Female");
  });
  expect(window.location.search).toBe("?q=asha&gender=Female");
});
