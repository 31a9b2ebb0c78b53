import "./theme.css";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { watchClientErrors } from "../api/client-errors";
import { forgetAccount } from "../api/forget-account";
import { keepInstallPrompt } from "../lib/install-prompt";
import { takeDocumentLanguage } from "../lib/language";
import { offerReload } from "../lib/lazy-module";
import { leaveReloadedDialog } from "../lib/overlay-history";
import { isCopy } from "../lib/program";
import { onGone } from "../lib/session";
import { dropForeignState } from "../lib/tab-owner";
import { App } from "./app";
import { offline } from "./lazy-offline";
import { prefetch } from "./prefetch";
import { loadRoute, routeOf } from "./routes";

/** The service worker is registered after the page's own downloads. */
const OFFLINE_DELAY_MS = 3_000;

async function start(): Promise<void> {
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no #root");
  takeDocumentLanguage();
  dropForeignState();
  leaveReloadedDialog();
  // The page's module is loaded first, so that hydration renders exactly the prerendered tree.
  await loadRoute(routeOf(window.location.pathname)).catch((error) => {
    // A copy without content: the frame is rendered, with the failure in place of the page.
    if (!isCopy() || root.hasChildNodes()) throw error;
  });
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>
  );
  // As a transition, hydration is split into small slices, so that a phone stays responsive.
  startTransition(() => {
    if (root.hasChildNodes()) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
}

watchClientErrors((pathname) => routeOf(pathname).path);
for (const event of ["pointerover", "focusin"]) document.addEventListener(event, prefetch);
window.addEventListener("beforeinstallprompt", keepInstallPrompt);
onGone((isHere) => isHere && forgetAccount());
window.setTimeout(
  () =>
    offline.load().then(
      ({ setUp }) => setUp(),
      () => undefined,
    ),
  OFFLINE_DELAY_MS,
);
start().catch((error) => {
  offerReload();
  throw error;
});
