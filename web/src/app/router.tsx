/** Turns the route list into React Router's routes: shell, guard, page. */
import { lazy, Suspense } from "react";
import { Outlet, Route, Routes } from "react-router";
import { PageSkeleton } from "../components/skeleton";
import { Arrival } from "./arrival";
import { documentTitle } from "./document-title";
import { ErrorBoundary } from "./error-boundary";
import { Guard } from "./guard";
import { PageOf } from "./lazy-page";
import { type AppRoute, notFound, routes, type Shell } from "./routes";
import { PublicShell } from "./shells/public-shell";

const StaffShell = lazy(() =>
  import("./shells/staff-shell").then((module) => ({ default: module.StaffShell })),
);

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
      <Suspense fallback={<PageSkeleton />}>
        <StaffShell shell={shell}>
          <Outlet />
        </StaffShell>
      </Suspense>
    </Guard>
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
