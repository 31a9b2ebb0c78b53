import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { startScript } from "../../build/start.mjs";
import { findDoctorsQuery, pharmaciesQuery } from "../features/directory/api";
import { doctorParams } from "../features/directory/filters";
import { readFilters } from "../lib/address";
import { paths } from "../lib/paths";
import { firstRequests } from "./first-requests";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  window.firstRequest = undefined;
});

const page = { data: [], total: 0, cut: false, next: null };

/** Runs the inline script as a browser does at this address. */
function open(path: string, search: string) {
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  // A moment at which a new day has begun in India, but not west of it.
  vi.spyOn(Date, "now").mockReturnValue(Date.parse("2024-01-05T18:30:00Z"));
  window.history.replaceState(null, "", path + search);
  const script = document.createElement("script");
  Object.assign(script.dataset, { modules: "/entry.js", firstRequest: firstRequests[path] });
  vi.spyOn(document, "currentScript", "get").mockReturnValue(script);
  // Its event listeners are not tested here, and would stay registered after the test.
  vi.stubGlobal("addEventListener", () => undefined);
  new Function(startScript)();
}

function answering(...answers: (() => Promise<Response>)[]) {
  const fetch = vi.fn(async (_: RequestInfo | URL) =>
    (answers.shift() ?? (async () => Response.json(page)))(),
  );
  vi.stubGlobal("fetch", fetch);
  return fetch;
}

/** The request of the page at this address, with a new cache. */
function askAsPage(path: string, search: string) {
  const filters = readFilters(doctorParams, { search, hash: "" });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return path === paths.viewDoctors
    ? queries.fetchInfiniteQuery(findDoctorsQuery(filters))
    : queries.fetchInfiniteQuery(pharmaciesQuery(filters));
}

test.each([
  [paths.viewDoctors, ""],
  [paths.viewDoctors, "?value=Stomach%20%26%20digestion&district=Kozhikode&q=anj%20men&doctor=d1"],
  [paths.viewDoctors, "?value=null&q=+&lang=ml"],
  [paths.viewDoctors, "?when=today&from=16:00&maxFee=500&gender=Female"],
  [paths.viewDoctors, "?when=tomorrow&q=today"],
  [paths.viewDoctors, "?when=yesterday"],
  [paths.medicines, ""],
  [paths.medicines, "?district=Wayanad&q=jeevan"],
] as const)("%s%s asks once, before the app is there", async (path, search) => {
  const fetch = answering();
  open(path, search);
  expect(fetch).toHaveBeenCalledTimes(1);
  expect((await askAsPage(path, search)).pages).toEqual([page]);
  expect(fetch).toHaveBeenCalledTimes(1);
  await askAsPage(path, search);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("a word for a day is asked for as India's day", async () => {
  const fetch = answering();
  open(paths.viewDoctors, "?when=tomorrow");
  const asked = new URL(String(fetch.mock.calls[0]?.[0]));
  expect(asked.searchParams.get("day")).toBe("2024-01-07");
});

test.each([
  ["was lost", () => Promise.reject(new TypeError("Failed to fetch"))],
  ["was refused", async () => Response.json({ code: "busy", message: "Busy" }, { status: 503 })],
])("an early question that %s is asked again", async (_, answer) => {
  const fetch = answering(answer);
  open(paths.viewDoctors, "");
  expect((await askAsPage(paths.viewDoctors, "")).pages).toEqual([page]);
  expect(fetch).toHaveBeenCalledTimes(2);
});

test("a preloaded response for other filters, or an old one, is not used", async () => {
  const fetch = answering();
  open(paths.viewDoctors, "?q=asha");
  await askAsPage(paths.viewDoctors, "?q=anjali");
  expect(fetch).toHaveBeenCalledTimes(2);
  vi.spyOn(performance, "now").mockReturnValue(31_000);
  await askAsPage(paths.viewDoctors, "?q=asha");
  expect(fetch).toHaveBeenCalledTimes(3);
});
