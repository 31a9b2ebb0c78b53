import { act, renderHook } from "@testing-library/react";
import { BrowserRouter, useLocation } from "react-router";
import { expect, test } from "vitest";
import { readFilters, useFilters, usePanel, withFilters } from "./address";

const params = {
  q: {},
  district: {},
  speciality: { as: "value", read: (written: string) => (written === "null" ? "" : written) },
};
const none = { q: "", district: "", speciality: "" };

test.each([
  ["", none],
  ["value=ENT&other=x", { ...none, speciality: "ENT" }],
  ["value=null&district=", none],
  ["q=+asha+&value=Stomach+%26+digestion", { ...none, q: "asha", speciality: "Stomach & digestion" }],
])("%j asks for %j", (address, filters) => {
  expect(readFilters(params, new URLSearchParams(address))).toEqual(filters);
});

test.each([
  ["a filter is set", "", { q: "asha" }, "q=asha"],
  ["the others stay", "sort=name&value=ENT", { q: "asha" }, "sort=name&value=ENT&q=asha"],
  ["the empty text takes it away", "value=ENT&sort=name", { speciality: "" }, "sort=name"],
])("%s", (_, before, changed, after) => {
  expect(withFilters(params, new URLSearchParams(before), changed).toString()).toBe(after);
});

function show() {
  const used = () => ({ ...useFilters(params), panel: usePanel("user"), location: useLocation() });
  return renderHook(used, { wrapper: BrowserRouter }).result;
}

test("two changes before the page is drawn again both count", () => {
  const result = show();
  act(() => {
    result.current.change({ q: "asha" });
    result.current.change({ district: "Kollam" });
  });
  expect(window.location.search).toBe("?q=asha&district=Kollam");
  expect(result.current).toMatchObject({ isFiltered: true, filters: { q: "asha", district: "Kollam" } });
  act(() => result.current.clear());
  expect(result.current).toMatchObject({ isFiltered: false, filters: none });
});

test("a panel opens in the address beside the filters, and closing it leads back", async () => {
  window.history.replaceState(null, "", "/list?q=asha");
  const result = show();
  const { open } = result.current.panel;
  act(() => open("u1", { date: "2024-01-05" }));
  expect(window.location.search).toBe("?q=asha&user=u1");
  expect(result.current.panel).toMatchObject({ id: "u1", open });
  expect(result.current.location.state).toMatchObject({ date: "2024-01-05" });
  const left = new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
  act(() => result.current.panel.close());
  await act(() => left);
  expect(window.location.search).toBe("?q=asha");
  expect(result.current.panel.id).toBeNull();
});

test("a double press opens one panel, and closes no more than that", async () => {
  window.history.replaceState(null, "", "/before");
  window.history.pushState(null, "", "/list");
  const result = show();
  const { length } = window.history;
  act(() => {
    result.current.panel.open("u1");
    result.current.panel.open("u1");
  });
  expect(window.history.length).toBe(length + 1);
  const left = new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
  const { close } = result.current.panel;
  act(() => {
    close();
    close();
  });
  await act(() => left);
  await act(() => new Promise((resolve) => window.setTimeout(resolve)));
  expect(window.location.pathname).toBe("/list");
  expect(result.current.panel.id).toBeNull();
});

test("a panel that a link opened is closed by taking it out of the address", () => {
  window.history.replaceState(null, "", "/list?user=u1&q=asha");
  const result = show();
  act(() => result.current.panel.close());
  expect(window.location.pathname + window.location.search).toBe("/list?q=asha");
});
