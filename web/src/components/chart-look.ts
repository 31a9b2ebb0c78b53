/** Shared options of all charts: font, colours, size, no animation. */
import { defaults } from "chart.js";
import { useSyncExternalStore } from "react";

export interface Point {
  label: string;
  value: number;
}

export interface Slice {
  label: string;
  value: number;
  colour: "brand" | "pending" | "checked" | "blood" | "field";
}

const darkness = "(prefers-color-scheme: dark)";

type ChartColour = "brand" | "pending" | "checked" | "blood" | "field" | "line" | "muted" | "surface" | "ink";

function subscribe(listener: () => void): () => void {
  const media = window.matchMedia(darkness);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

/** Colours for a canvas, which cannot read CSS variables; it is redrawn when they change. All values are hexadecimal, as in `#0b5f58`. */
export function useChartColours(): (name: ChartColour) => string {
  useSyncExternalStore(subscribe, () => window.matchMedia(darkness).matches);
  const style = window.getComputedStyle(document.documentElement);
  return (name) => style.getPropertyValue(`--color-${name}`).trim();
}

/** The tooltip of a point, in contrast to its background. */
export const tooltipLook = (colour: (name: ChartColour) => string) => ({
  backgroundColor: colour("ink"),
  titleColor: colour("surface"),
  bodyColor: colour("surface"),
  displayColors: false,
  padding: 10,
});

export function takeThePagesLook(): void {
  defaults.font.family = window.getComputedStyle(document.body).fontFamily;
  defaults.font.size = 13;
  defaults.maintainAspectRatio = false;
  // No animation: between figures of different kinds (no visits yet, then the first) it fails inside chart.js, and it is slow on small
  // phones.
  defaults.animation = false;
}
