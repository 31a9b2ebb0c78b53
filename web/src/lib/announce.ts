/** Live region for screen readers. */
import { useEffect } from "react";
import { m } from "../messages";

let region: HTMLElement | undefined;

function regionInPage(): HTMLElement {
  if (region?.isConnected) return region;
  region = document.createElement("div");
  region.setAttribute("aria-live", "polite");
  region.className = "sr-only";
  // react-aria hides everything outside an open dialog from screen readers, except elements with this attribute.
  region.dataset.liveAnnouncer = "true";
  document.body.append(region);
  return region;
}

function announce(text: string): void {
  // A new element each time, so that repeated words are read again.
  const line = document.createElement("p");
  line.textContent = text;
  regionInPage().replaceChildren(line);
}

/** Announces that a pressed button is busy. */
export function useBusyAnnouncement(isBusy: boolean): void {
  useEffect(() => {
    if (isBusy) announce(m.status_busy());
    // The region must exist before its first text, or screen readers do not read it.
    else regionInPage();
  }, [isBusy]);
}
