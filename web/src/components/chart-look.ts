/** What all charts share: the page's letters and colours, the room that they are given, and stillness. */
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

/** What is said at a point, in one colour on another. */
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
  // A movement between figures of different kinds (no visits yet, then the first) breaks inside chart.js, and a small
  // phone has better things to do.
  defaults.animation = false;
}
