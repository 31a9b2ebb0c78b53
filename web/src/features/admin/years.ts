/** The years as their chart wants them, and the made-up ones of an installation without any visit yet. */
import type { Slice } from "../../components/doughnut-chart";

interface YearlyFigures {
  yearly: readonly { year: number; amount: number }[];
  sample: boolean;
}

const colours = ["brand", "checked", "waiting"] as const;

/** Together the product's sample total. */
const sampleAmounts = [212_458, 168_000, 120_000];

export function yearSlices({ yearly, sample }: YearlyFigures): Slice[] {
  return yearly.map(({ year, amount }, index) => ({
    label: String(year),
    value: sample ? (sampleAmounts[index] ?? 0) : amount,
    colour: colours[index % colours.length] ?? "field",
  }));
}
