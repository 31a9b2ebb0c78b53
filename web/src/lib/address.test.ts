import { act, renderHook } from "@testing-library/react";
import { BrowserRouter, useLocation } from "react-router";
import { expect, test } from "vitest";
import { readFilters, useFilters, usePanel, withFilters } from "./address";

const params = {
  q: {},
  district: {},
  speciality: { as: "value", read: (written: string) => (written === "null" ? "" : written) },
  person: { as: "who", isPrivate: true },
};
const none = { q: "", district: "", speciality: "", person: "" };

test.each([
  ["", "", none],
  ["?value=ENT&other=x", "#other=x", { ...none, speciality: "ENT" }],
  ["?value=null&district=", "#a-place", none],
  ["?q=+asha+&value=Stomach+%26+digestion", "", { ...none, q: "asha", speciality: "Stomach & digestion" }],
  ["?q=asha", "#q=beena&who=+%E0%B4%86%E0%B4%B6+", { ...none, q: "asha", person: "ആശ" }],
  ["?who=of+an+old+bookmark", "", { ...none, person: "of an old bookmark" }],
])("%j and %j ask for %j", (search, hash, filters) => {
  expect(readFilters(params, { search, hash })).toEqual(filters);
});

test.each([
  ["a filter is set", "", "", { q: "asha" }, "q=asha", ""],
  ["the others stay", "?sort=name&value=ENT", "#who=x", { q: "asha" }, "sort=name&value=ENT&q=asha", "who=x"],
  ["the empty text takes it away", "?value=ENT&sort=name", "", { speciality: "" }, "sort=name", ""],
  ["a private one is not sent", "?sort=name", "", { person: "Asha Nair" }, "sort=name", "who=Asha+Nair"],
  ["nor is it any longer", "?sort=name&who=asha", "", { person: "beena" }, "sort=name", "who=beena"],
  ["and is taken away from wherever it is", "?who=asha", "#who=asha", { person: "" }, "", ""],
])("%s", (_, search, hash, changed, nextSearch, nextHash) => {
  expect(withFilters(params, { search, hash }, changed)).toEqual({ search: nextSearch, hash: nextHash });
});

function show() {
  const used = () => ({ ...useFilters(params), panel: usePanel("user"), location: useLocation() });
  return renderHook(used, { wrapper: BrowserRouter }).result;
}

const address = () => window.location.pathname + window.location.search + window.location.hash;

test("two changes before the page is drawn again both count", () => {
  window.history.replaceState(null, "", "/list");
  const result = show();
  act(() => {
    result.current.change({ q: "asha" });
    result.current.change({ person: "beena" });
    result.current.change({ district: "Kollam" });
  });
  expect(address()).toBe("/list?q=asha&district=Kollam#who=beena");
  const filters = { ...none, q: "asha", district: "Kollam", person: "beena" };
  expect(result.current).toMatchObject({ isFiltered: true, filters });
  act(() => result.current.clear());
  expect(result.current).toMatchObject({ isFiltered: false, filters: none });
  expect(address()).toBe("/list");
});

test("a bookmark that says whom to search for where it is sent is moved at once, with what it was handed", () => {
  window.history.replaceState({ usr: "handed" }, "", "/list?who=Asha+Nair&q=x");
  const { length } = window.history;
  const result = show();
  expect(address()).toBe("/list?q=x#who=Asha+Nair");
  expect(window.history.length).toBe(length);
  expect(result.current).toMatchObject({ filters: { person: "Asha Nair" } });
  expect(result.current.location.state).toBe("handed");
});

test("a panel opens in the address beside the filters, and closing it leads back", async () => {
  window.history.replaceState(null, "", "/list?q=asha#who=beena");
  const result = show();
  const { open } = result.current.panel;
  act(() => open("u1", { date: "2024-01-05" }));
  expect(address()).toBe("/list?q=asha&user=u1#who=beena");
  expect(result.current.panel).toMatchObject({ id: "u1", open });
  expect(result.current.location.state).toMatchObject({ date: "2024-01-05" });
  const left = new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
  act(() => result.current.panel.close());
  await act(() => left);
  expect(address()).toBe("/list?q=asha#who=beena");
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

test("closing a panel that a link opened leaves the list in its place", async () => {
  window.history.replaceState({ usr: { date: "2024-01-05" } }, "", "/list?user=u1&q=asha#who=beena");
  const { length } = window.history;
  const result = show();
  act(() => result.current.panel.close());
  await act(() => new Promise((resolve) => window.setTimeout(resolve)));
  expect(address()).toBe("/list?q=asha#who=beena");
  expect(result.current.panel.id).toBeNull();
  expect(window.history.length).toBe(length);
});
