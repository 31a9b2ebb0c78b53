/** Says something to screen readers that everybody else sees, without taking the focus. */
import { useEffect } from "react";
import { m } from "../paraglide/messages";

let region: HTMLElement | undefined;

function regionInPage(): HTMLElement {
  if (region?.isConnected) return region;
  region = document.createElement("div");
  region.setAttribute("aria-live", "polite");
  region.className = "sr-only";
  // react-aria hides everything beside an open dialog, but for what carries this mark.
  region.dataset.liveAnnouncer = "true";
  document.body.append(region);
  return region;
}

function announce(text: string): void {
  // A line of its own each time: the same words again are read again.
  const line = document.createElement("p");
  line.textContent = text;
  regionInPage().replaceChildren(line);
}

/** Says that a pressed button waits. */
export function useWaitingSaid(isWaiting: boolean): void {
  useEffect(() => {
    if (isWaiting) announce(m.please_wait());
    // The region has to stand there before its first words, or they are not read.
    else regionInPage();
  }, [isWaiting]);
}
