/** Turns the route list into React Router's routes: shell, guard, page. */
import { type ReactNode, Suspense, use } from "react";
import { Outlet, Route, Routes, useLocation } from "react-router";
import { PageSkeleton } from "../components/page-skeleton";
import { useHead } from "../lib/head";
import { pageOf } from "./areas/area";
import { ErrorBoundary } from "./error-boundary";
import { NavigationEffects } from "./navigation-effects";
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
      {/* First: a page that knows more, by what it shows, has the last word. */}
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
