/** Where the workers of a category are listed. */
import { adminViews, paths } from "../../lib/paths";
import type { Category } from "./applicants";

/** The approved ones. */
export function workersOf(category: Category): string {
  return `${adminViews.workers}?category=${category}`;
}

/** Those who wait for a decision. */
export function pendingOf(category: Category): string {
  return `${paths.adminPending}?category=${category}`;
}
