/** Turns the route list into React Router's routes: shell, guard, page. */
import { Suspense, use } from "react";
import { Outlet, Route, Routes } from "react-router";
import { PageSkeleton } from "../components/skeleton";
import { download } from "../lib/download";
import { Arrival } from "./arrival";
import { documentTitle } from "./document-title";
import { ErrorBoundary } from "./error-boundary";
import { Guard } from "./guard";
import { PageOf } from "./lazy-page";
import { type AppRoute, notFound, routes, type Shell } from "./routes";
import { PublicShell } from "./shells/public-shell";
import type { StaffArea } from "./shells/staff-entries";

const staffShell = download(() => import("./shells/staff-shell"));

const shells: readonly Shell[] = ["full", "plain", "doctor", "business", "admin"];

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

function ShellFor({ shell }: { shell: Shell }) {
  if (shell === "full" || shell === "plain") {
    return (
      <PublicShell header={shell}>
        <Outlet />
      </PublicShell>
    );
  }
  return (
    <Guard role={shell === "business" ? "worker" : shell}>
      <ErrorBoundary>
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
  const page = (
    // The boundary outlives a navigation, so that the old page stays until the new one is loaded.
    <Suspense fallback={<PageSkeleton />}>
      <ErrorBoundary key={route.path}>
        <PageOf page={route.page} title={route.title()} shell={route.shell} />
        <Arrival title={route.ownTitle ? undefined : documentTitle(route)} />
      </ErrorBoundary>
    </Suspense>
  );
  return route.guard ? <Guard role={route.guard}>{page}</Guard> : page;
}
