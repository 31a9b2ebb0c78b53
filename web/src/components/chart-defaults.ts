/** What all charts share: the page's letters, the room that they are given, and stillness for those who want it. */
import { defaults } from "chart.js";

export function takeThePagesLook(): void {
  defaults.font.family = window.getComputedStyle(document.body).fontFamily;
  defaults.font.size = 13;
  defaults.maintainAspectRatio = false;
  const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  defaults.animation = isStill ? false : { duration: 400 };
}
