/** What stands around every route, in the browser and in the prerender step alike. */
import { useSyncExternalStore } from "react";
import { Late } from "../components/late";
import { anyToastYet, onToast } from "../lib/toasts";
import { AppRoutes } from "./router";
import { toasts } from "./toasts";

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
  return needed ? <Late part={toasts}>{({ ToastRegion }) => <ToastRegion />}</Late> : null;
}
