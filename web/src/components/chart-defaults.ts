/** What all charts share: the page's letters, the room that they are given, and stillness. */
import { defaults } from "chart.js";

export function takeThePagesLook(): void {
  defaults.font.family = window.getComputedStyle(document.body).fontFamily;
  defaults.font.size = 13;
  defaults.maintainAspectRatio = false;
  // A movement between figures of different kinds (no visits yet, then the first) breaks inside chart.js, and a small
  // phone has better things to do.
  defaults.animation = false;
}
