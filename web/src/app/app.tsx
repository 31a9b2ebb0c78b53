/** The root component, in the browser and in the prerender step. */
import { useSyncExternalStore } from "react";
import { LazyComponent } from "../components/lazy-component";
import { anyToastYet, onToast } from "../lib/toasts";
import { AppRoutes } from "./router";
import { toasts } from "./scopes/toasts";

export function App() {
  return (
    <>
      <AppRoutes />
      <Toasts />
    </>
  );
}

function Toasts() {
  const needed = useSyncExternalStore(onToast, anyToastYet, () => false);
  return needed ? (
    <LazyComponent module={toasts}>{({ ToastRegion }) => <ToastRegion />}</LazyComponent>
  ) : null;
}
