/** The theme's colours for a canvas, which knows no CSS variables; they change with the system's light and dark. */
import { useSyncExternalStore } from "react";

const darkness = "(prefers-color-scheme: dark)";

export type ChartColour =
  | "brand"
  | "waiting"
  | "checked"
  | "blood"
  | "field"
  | "line"
  | "muted"
  | "surface"
  | "ink";

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(darkness);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

/** Whoever uses it draws anew when the colours change. All values are hexadecimal, as in `#0b5f58`. */
export function useChartColours(): (name: ChartColour) => string {
  useSyncExternalStore(subscribe, () => window.matchMedia(darkness).matches);
  const style = window.getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(`--color-${name}`).trim();
}
