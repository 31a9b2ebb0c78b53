/** Whether the page is attended. Requests of an unattended page do not prolong the session. */

const IDLE_THRESHOLD_MS = 60_000;

let touchedAt = Date.now();

if (!import.meta.env.SSR) {
  for (const touch of ["pointerdown", "keydown", "wheel"]) {
    window.addEventListener(
      touch,
      () => {
        touchedAt = Date.now();
      },
      { capture: true, passive: true },
    );
  }
}

export function isSomebodyHere(): boolean {
  return Date.now() - touchedAt < IDLE_THRESHOLD_MS;
}
