import "./theme.css";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router";
import { watchClientErrors } from "../api/client-errors";
import { offerReload } from "../lib/download";
import { takeDocumentLanguage } from "../lib/language";
import { leaveReloadedDialog } from "../lib/overlay-history";
import { dropForeignState } from "../lib/tab-owner";
import { App } from "./app";
import { prefetch } from "./prefetch";
import { loadRoute, routeOf } from "./routes";

async function start(): Promise<void> {
  const root = document.getElementById("root");
  if (!root) throw new Error("the page has no #root");
  takeDocumentLanguage();
  dropForeignState();
  leaveReloadedDialog();
  // With its page loaded first, hydration meets exactly the tree that was prerendered.
  await loadRoute(routeOf(window.location.pathname));
  const app = (
    <StrictMode>
      <BrowserRouter>
        <App />
      </BrowserRouter>
    </StrictMode>
  );
  // As a transition React works in small slices, between which a phone can scroll and answer a tap.
  startTransition(() => {
    if (root.hasChildNodes()) hydrateRoot(root, app);
    else createRoot(root).render(app);
  });
}

watchClientErrors((pathname) => routeOf(pathname).path);
for (const event of ["pointerover", "focusin"]) document.addEventListener(event, prefetch);
start().catch((error) => {
  offerReload();
  throw error;
});
