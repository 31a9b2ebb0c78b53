/** What a page load does by itself and a client-side navigation has to do: scroll position, focus. */
import { useEffect, useLayoutEffect } from "react";
import { useLocation, useNavigationType } from "react-router";
import { useHydrated } from "../lib/hydrated";
import { stampEntry } from "../lib/tab-owner";

let firstPage = true;

/** How far each entry of the history was read, and which one is shown. */
const places = new Map<string, number>();
let shown = "";

if (!import.meta.env.SSR) {
  window.addEventListener("scroll", () => places.set(shown, window.scrollY), { passive: true });
}

/** What the address leads to in the page; behind its `#` may also stand what the page itself reads (`lib/address.ts`). */
function sectionAt(hash: string): HTMLElement | null {
  return document.getElementById(hash.slice(1));
}

function focusHeading(): void {
  const target = document.querySelector<HTMLElement>("main h1") ?? document.querySelector("main");
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** Stands behind a page inside its Suspense boundary, so its effects run when the page is really there. */
export function Arrival() {
  const { pathname, hash, key } = useLocation();
  const navigationType = useNavigationType();
  // Whatever the first page is, once it is there nothing hydrates any more.
  useHydrated();

  // With the page itself: a moment later the browser has moved what is too short for the old place, and told so.
  useLayoutEffect(() => {
    shown = key;
    stampEntry(key);
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is the event; how it came about is only read.
  useLayoutEffect(() => {
    // The browser looks for the place too, but before the page is there, which may be longer than the one before.
    const place = navigationType === "POP" ? places.get(key) : 0;
    if (!firstPage && !sectionAt(hash) && place !== undefined) window.scrollTo(0, place);
  }, [pathname]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: as above.
  useEffect(() => {
    if (!firstPage) focusHeading();
    firstPage = false;
  }, [pathname]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key makes a second click on the same link scroll again.
  useEffect(() => {
    const section = sectionAt(hash);
    if (!section) return;
    const isCalm = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
    // Not by the style sheet: the browser would also walk smoothly back to the place in a long list.
    section.scrollIntoView({ behavior: isCalm ? "auto" : "smooth" });
  }, [hash, key]);

  return null;
}
