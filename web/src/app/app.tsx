/** The root component, in the browser and in the prerender step. */
import { useSyncExternalStore } from "react";
import { LazyComponent } from "../components/lazy-component";
import { onProgramNews, programNews } from "../lib/program";
import { anyToastYet, onToast } from "../lib/toasts";
import { offline } from "./lazy-offline";
import { AppRoutes } from "./router";
import { toasts } from "./scopes/toasts";

export function App() {
  return (
    <>
      <AppRoutes />
      <Toasts />
      <ProgramStatus />
    </>
  );
}

/** The age of copies on the page, and new versions of the program. */
function ProgramStatus() {
  const news = useSyncExternalStore(onProgramNews, programNews, () => undefined);
  return news ? (
    <LazyComponent module={offline}>{({ ProgramBar }) => <ProgramBar news={news} />}</LazyComponent>
  ) : null;
}

function Toasts() {
  const needed = useSyncExternalStore(onToast, anyToastYet, () => false);
  return needed ? (
    <LazyComponent module={toasts}>{({ ToastRegion }) => <ToastRegion />}</LazyComponent>
  ) : null;
}
