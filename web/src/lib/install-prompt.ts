/** The browser's offer to install the app, kept until a booking has been made, and made once. */
import { readStored, store } from "./device-storage";

/** Missing in TypeScript's library: only Chromium has it. */
interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>;
}

let kept: InstallPrompt | undefined;
const listeners = new Set<() => void>();
const key = "installOffered";

export const installPrompt = () => kept;

export function onInstallPrompt(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const isInstallPrompt = (event: Event): event is InstallPrompt => "prompt" in event;

/** The browser's own bar is not shown. */
export function keepInstallPrompt(event: Event): void {
  event.preventDefault();
  if (isInstallPrompt(event) && readStored(key) === undefined) kept = event;
  for (const listener of listeners) listener();
}

/** After either answer it is not offered again on this device. */
export function endInstallOffer(): void {
  store(key, "1");
  kept = undefined;
  for (const listener of listeners) listener();
}
