import { afterEach, expect, test } from "vitest";
import { paths } from "../lib/paths";
import { prefetch } from "./prefetch";
import { routeOf } from "./routes";

afterEach(() => {
  document.removeEventListener("pointerover", prefetch);
  document.body.replaceChildren();
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

test("neither another site's nor an unknown address downloads anything", async () => {
  pointAt("https://example.org/about");
  pointAt("/api/docs");
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(routeOf(paths.about).area.loaded()).toBeUndefined();
});
