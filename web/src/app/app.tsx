/** What stands around every route, in the browser and in the prerender step alike. */
import { lazy, Suspense, useSyncExternalStore } from "react";
import { anyToastYet, onToast } from "../lib/toasts";
import { AppRoutes } from "./router";
import { SessionExpiry } from "./session-expiry";

const ToastRegion = lazy(() =>
  import("../components/toast-region").then((module) => ({ default: module.ToastRegion })),
);

export function App() {
  return (
    <>
      <AppRoutes />
      <SessionExpiry />
      <Toasts />
    </>
  );
}

function Toasts() {
  const needed = useSyncExternalStore(onToast, anyToastYet, () => false);
  return needed ? (
    <Suspense>
      <ToastRegion />
    </Suspense>
  ) : null;
}
