import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { embeddedData, setEmbeddedResponses } from "./preloaded-responses";
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

test("a page renders embedded data at once, for the same address only", () => {
  expect(embeddedData("/user/api/doctor/d1").initialData()).toBe("first");
  expect(embeddedData("/user/api/doctor/d2").initialData()).toBeUndefined();
});
