/** Revenue of approved visits as chart points, and sample figures for an installation without visits. */
import { dayLabel, shortDate, timeLabel } from "../lib/visit-time";
import type { Point } from "./chart-look";

interface Amount {
  label: string;
  amount: number;
}

export interface RevenueFigures {
  revenue: Record<Range, readonly Amount[]>;
  /** Whether there is no approved visit at all yet. */
  sample: boolean;
}

export type Range = "today" | "weekly" | "monthly";

/** The server's labels: hours for today, days otherwise. */
const labels: Record<Range, (label: string) => string> = {
  today: timeLabel,
  weekly: dayLabel,
  monthly: shortDate,
};

/** The figures of the specification's sample chart; repeated as often as there are points. */
const sampleAmounts = [1200, 2400, 1800, 3600, 2900, 4400, 3800];

export function revenuePoints({ revenue, sample }: RevenueFigures, range: Range): Point[] {
  return revenue[range].map(({ label, amount }, index) => ({
    label: labels[range](label),
    value: sample ? (sampleAmounts[index % sampleAmounts.length] ?? 0) : amount,
  }));
}

export function sumOf(points: readonly { value: number }[]): number {
  return points.reduce((sum, { value }) => sum + value, 0);
}

/** The specification's sample text; shown only under "Sample data". */
export const sampleTotal = "$500,458";
