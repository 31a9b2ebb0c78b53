/** What stands around every route, in the browser and in the prerender step alike. */
import { lazy, Suspense, useSyncExternalStore } from "react";
import { I18nProvider } from "react-aria-components/I18nProvider";
import { toastQueue } from "../lib/toasts";
import { AppRoutes } from "./router";
import { SessionExpiry } from "./session-expiry";

const ToastRegion = lazy(() =>
  import("../components/toast-region").then((module) => ({ default: module.ToastRegion })),
);

export function App() {
  return (
    // react-aria has no Malayalam of its own, and numbers and dates are grouped the Indian way in both languages.
    <I18nProvider locale="en-IN">
      <AppRoutes />
      <SessionExpiry />
      <Toasts />
    </I18nProvider>
  );
}

function Toasts() {
  const anyToast = useSyncExternalStore(
    (listener) => toastQueue.subscribe(listener),
    () => toastQueue.visibleToasts.length > 0,
    () => false,
  );
  return anyToast ? (
    <Suspense>
      <ToastRegion />
    </Suspense>
  ) : null;
}
