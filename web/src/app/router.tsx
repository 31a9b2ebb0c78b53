/** Turns the route list into React Router's routes: shell, guard, page. */

import { type ReactNode, Suspense, use, useEffect, useLayoutEffect } from "react";
import { Outlet, Route, Routes, useLocation, useNavigationType } from "react-router";
import { PageSkeleton } from "../components/page-skeleton";
import { useHead } from "../lib/head";
import { useHydrated } from "../lib/hydrated";
import { stampEntry } from "../lib/tab-owner";
import { pageOf } from "./areas/area";
import { ErrorBoundary } from "./error-boundary";
import { type AppRoute, isStaff, notFound, roleOf, routes, type Shell, staffShell } from "./routes";
import { Guard } from "./scopes/guard";
import { PublicShell } from "./shells/public-shell";
import type { StaffArea } from "./shells/staff-entries";

const shells: readonly Shell[] = ["full", "plain", "bare", "doctor", "business", "desk", "admin"];

export function AppRoutes() {
  return (
    <Routes>
      {shells.map((shell) => (
        <Route key={shell} element={<ShellFor shell={shell} />}>
          {[...routes, notFound]
            .filter((route) => route.shell === shell)
            .map((route) => (
              <Route key={route.path} path={route.path} element={<Screen route={route} />} />
            ))}
        </Route>
      ))}
    </Routes>
  );
}

function useAddress(): string {
  const { pathname, search } = useLocation();
  return pathname + search;
}

function ShellFor({ shell }: { shell: Shell }) {
  const at = useAddress();
  if (shell === "full" || shell === "plain") {
    return (
      <PublicShell header={shell}>
        <Outlet />
      </PublicShell>
    );
  }
  const role = roleOf(shell);
  if (!isStaff(shell) || !role) {
    return (
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    );
  }
  return (
    <Guard role={role}>
      <ErrorBoundary at={at}>
        <Suspense fallback={<PageSkeleton />}>
          <Staff shell={shell} />
        </Suspense>
      </ErrorBoundary>
    </Guard>
  );
}

function Staff({ shell }: { shell: StaffArea }) {
  const { StaffShell } = staffShell.loaded() ?? use(staffShell.load());
  return (
    <StaffShell shell={shell}>
      <Outlet />
    </StaffShell>
  );
}

function Screen({ route }: { route: AppRoute }) {
  const at = useAddress();
  const page = (
    // The boundary outlives a navigation, so that the old page stays until the new one is loaded.
    <Suspense fallback={<PageSkeleton />}>
      <ErrorBoundary key={route.path} at={at}>
        <PageOf route={route} />
        <NavigationEffects />
      </ErrorBoundary>
    </Suspense>
  );
  return route.guard ? <Guard role={route.guard}>{page}</Guard> : page;
}

/** Unlike React.lazy it renders a loaded module synchronously, which the prerender step and hydration need. */
function PageOf({ route }: { route: AppRoute }) {
  const { Scope = NoScope } = route.area.loaded() ?? use(route.area.load());
  const { Page, title, description } = pageOf(route);
  return (
    <>
      {/* Rendered before the page: a page that sets a more specific title overrides it. */}
      <Head title={title()} description={description?.()} />
      <Scope role={roleOf(route.shell)}>
        <Page title={title()} shell={route.shell} />
      </Scope>
    </>
  );
}

const NoScope = ({ children }: { children: ReactNode }) => children;

function Head(head: Parameters<typeof useHead>[0]): null {
  useHead(head);
  return null;
}

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
function NavigationEffects() {
  const { pathname, hash, key } = useLocation();
  const navigationType = useNavigationType();
  // Ends the hydration phase for every first page.
  useHydrated();
  useLayoutEffect(() => {
    // In the commit that attaches the page's handlers, so that no press counts twice.
    if (firstPage) window.dispatchEvent(new Event("hydrated"));
  }, []);

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
