/** Whether somebody is at this page. What it asks by itself while nobody is keeps no session alive. */

/** Whoever touched the page so short a time ago is still there. */
const staysFor = 60_000;

/** Opening a page is somebody's doing too. */
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
  return Date.now() - touchedAt < staysFor;
}
