import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { embeddedData, embeddedPage, isEmbedded, setEmbeddedResponses } from "./preloaded-responses";
import { request } from "./request";

const fetch = vi.fn(async () => Response.json({ message: "", data: "asked" }));

beforeEach(() => {
  vi.stubGlobal("fetch", fetch);
  vi.spyOn(performance, "now").mockReturnValue(1_000);
  setEmbeddedResponses({
    "/user/api/doctor/d1": { data: "first" },
    "/user/api/doctor/d1/availability?days=7": { data: [] },
  });
});

afterEach(() => {
  fetch.mockClear();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  setEmbeddedResponses({});
});

const asked = async (path: string, init?: RequestInit) => (await request(new Request(path, init))).json();

test("embedded data replaces one request", async () => {
  expect(await asked("/user/api/doctor/d1/availability?days=7")).toEqual({ data: [] });
  expect(fetch).not.toHaveBeenCalled();
  expect(await asked("/user/api/doctor/d1/availability?days=7")).toMatchObject({ data: "asked" });
});

test.each([
  ["another address", "/user/api/doctor/d1/availability?days=3", {}],
  ["a write", "/user/api/doctor/d1", { method: "POST" }],
])("%s is asked for", async (_, path, init) => {
  expect(await asked(path, init)).toMatchObject({ data: "asked" });
});

test("a call for data that the page was drawn with is for newer data", async () => {
  embeddedData("/user/api/doctor/d1").initialData();
  expect(await asked("/user/api/doctor/d1")).toMatchObject({ data: "asked" });
});

test("a list begins with the page that is embedded for its address", () => {
  const page = { data: ["one"], next: "2" };
  setEmbeddedResponses({ "/viewdoctors?q=a&cursor=1.x": page });
  expect(embeddedPage("/viewdoctors?q=a&cursor=1.x").initialData()).toEqual({
    pages: [page],
    pageParams: ["1.x"],
  });
  expect(embeddedPage("/viewdoctors?q=a").initialData()).toBeUndefined();
  expect([isEmbedded("/viewdoctors?q=a&cursor=1.x"), isEmbedded("/viewdoctors")]).toEqual([true, false]);
});

test("a page renders embedded data at once, for the same address only", () => {
  expect(embeddedData("/user/api/doctor/d1").initialData()).toBe("first");
  expect(embeddedData("/user/api/doctor/d2").initialData()).toBeUndefined();
});
