/** Scroll position and focus after a client-side navigation. */
import { useEffect, useLayoutEffect } from "react";
import { useLocation, useNavigationType } from "react-router";
import { useHydrated } from "../lib/hydrated";
import { stampEntry } from "../lib/tab-owner";

let firstPage = true;

/** Scroll positions by history entry, and the current entry. */
const places = new Map<string, number>();
let shown = "";

if (!import.meta.env.SSR) {
  window.addEventListener("scroll", () => places.set(shown, window.scrollY), { passive: true });
}

/** The target of the fragment, if it is one; it may also hold private filters (`lib/address.ts`). */
function sectionAt(hash: string): HTMLElement | null {
  return document.getElementById(hash.slice(1));
}

function focusHeading(): void {
  const target = document.querySelector<HTMLElement>("main h1") ?? document.querySelector("main");
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** Rendered after a page inside its Suspense boundary, so that its effects run when the page is mounted. */
export function NavigationEffects() {
  const { pathname, hash, key } = useLocation();
  const navigationType = useNavigationType();
  // Ends the hydration phase for every first page.
  useHydrated();

  // A layout effect: later the browser would have clamped the scroll position and fired an event for it.
  useLayoutEffect(() => {
    shown = key;
    stampEntry(key);
  }, [key]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path is the event; how it came about is only read.
  useLayoutEffect(() => {
    // The browser's own restoration runs before the page has its full height.
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
    // Not by CSS, which would also animate the restoration of a scroll position.
    section.scrollIntoView({ behavior: isCalm ? "auto" : "smooth" });
  }, [hash, key]);

  return null;
}
