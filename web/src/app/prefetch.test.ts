import { afterEach, expect, test, vi } from "vitest";
import { paths } from "../lib/paths";
import { prefetch } from "./prefetch";
import { notFound, routeOf } from "./routes";
import { queryClient } from "./scopes/query-client";

afterEach(() => {
  document.removeEventListener("pointerover", prefetch);
  document.body.replaceChildren();
  delete navigator.connection;
  vi.restoreAllMocks();
});

function pointAt(href: string): void {
  document.addEventListener("pointerover", prefetch);
  document.body.innerHTML = `<a href="${href}"><b>there</b></a>`;
  document.querySelector("b")?.dispatchEvent(new Event("pointerover", { bubbles: true }));
}

test("pointing at a link downloads its page", async () => {
  const { area } = routeOf(paths.terms);
  expect(area.loaded()).toBeUndefined();
  pointAt("/terms?lang=ml#top");
  await expect.poll(() => area.loaded()).toBeDefined();
});

test.each([
  ["/doctors/d1?book=1", ["/user/api/doctor/d1", "/user/api/doctor/d1/availability?days=7"]],
  ["/viewdoctors?value=ENT", ["/user/api/finddoctors?specialization=ENT&sort=earliest&limit=6"]],
  ["/medicines", ["/user/api/pharmacies?limit=6"]],
])("pointing at %s asks for its first data", async (href, expected) => {
  const fetch = vi.fn(async (_: Request) => Response.json({ message: "", data: [], next: null }));
  vi.stubGlobal("fetch", fetch);
  pointAt(href);
  const asked = () => fetch.mock.calls.map(([{ url }]) => new URL(url).pathname + new URL(url).search);
  await expect.poll(asked).toEqual(expected);
  vi.unstubAllGlobals();
  queryClient.clear();
});

test("neither another site's nor an unknown address downloads anything", () => {
  // Both would be loaded by this link: the page of that path, and the page for unknown paths.
  const { area } = routeOf(paths.about);
  expect(area).toBe(notFound.area);
  const load = vi.spyOn(area, "load");
  pointAt("https://example.org/about");
  pointAt("/api/docs");
  expect(load).not.toHaveBeenCalled();
  pointAt("/about");
  expect(load).toHaveBeenCalledOnce();
});

test("nothing is prefetched with Save-Data", () => {
  const load = vi.spyOn(routeOf(paths.about).area, "load");
  navigator.connection = { saveData: true };
  pointAt("/about");
  expect(load).not.toHaveBeenCalled();
});
