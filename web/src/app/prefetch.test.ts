import { afterEach, expect, test, vi } from "vitest";
import { paths } from "../lib/paths";
import { prefetch } from "./prefetch";
import { notFound, routeOf } from "./routes";

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
