/** The dashboard's figures as its charts want them, and the made-up ones of an installation without any visit yet. */
import type { Point } from "../../components/line-chart";
import { dayLabel, shortDate, timeLabel } from "../../lib/visit-time";
import type { Dashboard } from "./api/dashboard";

export type Range = keyof Dashboard["revenue"];

/** As the server labels them: hours for today, days otherwise. */
const labels: Record<Range, (label: string) => string> = {
  today: timeLabel,
  weekly: dayLabel,
  monthly: shortDate,
};

/** What the product's sample chart shows; repeated as often as there are points. */
const sampleAmounts = [1200, 2400, 1800, 3600, 2900, 4400, 3800];

export function revenuePoints({ revenue, sample }: Dashboard, range: Range): Point[] {
  return revenue[range].map(({ label, amount }, index) => ({
    label: labels[range](label),
    value: sample ? (sampleAmounts[index % sampleAmounts.length] ?? 0) : amount,
  }));
}

export function sumOf(points: readonly Point[]): number {
  return points.reduce((sum, { value }) => sum + value, 0);
}

const sampleMonth = { pending: 14, checked: 58, rejected: 6, cancelled: 4 };

export function monthOf({ month, sample }: Dashboard): Omit<Dashboard["month"], "total"> {
  return sample ? sampleMonth : month;
}

/** The product's own sample text. It stands under "Sample data" only. */
export const sampleTotal = "$500,458";
