/** What repeats every week: the days off, and the break. No break is two empty texts. */
import type { Schedule } from "./api/own";

export interface Weekly {
  daysOff: string[];
  breakStart: string;
  breakEnd: string;
}

export function weeklyOf({ daysOff, breakStart, breakEnd }: Schedule): Weekly {
  return { daysOff, breakStart: breakStart ?? "", breakEnd: breakEnd ?? "" };
}

export function sameWeekly(a: Weekly, b: Weekly): boolean {
  const days = ({ daysOff }: Weekly) => daysOff.toSorted().join();
  return days(a) === days(b) && a.breakStart === b.breakStart && a.breakEnd === b.breakEnd;
}
