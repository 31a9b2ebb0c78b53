import { useId, useState } from "react";
import { lazyModule } from "../lib/lazy-module";
import { rupees } from "../lib/money";
import { m } from "../messages";
import { SampleMark } from "./badge";
import { Card } from "./card";
import type { Point } from "./chart-look";
import { LazyComponent } from "./lazy-component";
import { RadioTile } from "./radio-tile";
import { type Range, type RevenueFigures, revenuePoints, sumOf } from "./revenue";

/** Revenue of approved visits: today, the last seven days or the last thirty. */
export function RevenueCard({ title, figures }: { title: string; figures: RevenueFigures }) {
  const [range, setRange] = useState<Range>("monthly");
  const name = useId();
  const points = revenuePoints(figures, range);
  const ranges: { id: Range; label: string }[] = [
    { id: "today", label: m.revenue_today() },
    { id: "weekly", label: m.revenue_weekly() },
    { id: "monthly", label: m.revenue_monthly() },
  ];
  return (
    <Card className="flex flex-col gap-5">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0 flex-1 basis-60">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h2 className="text-xl font-bold">{title}</h2>
            {figures.sample && <SampleMark />}
          </div>
          <p aria-live="polite" className="mt-1 text-3xl font-bold">
            {rupees(sumOf(points))}
          </p>
          <p className="text-muted">{figures.sample ? m.revenue_sample_text() : m.revenue_note()}</p>
        </div>
        <fieldset className="grid w-full grid-cols-3 gap-2 sm:w-auto">
          <legend className="sr-only">{m.revenue_range()}</legend>
          {ranges.map(({ id, label }) => (
            <RadioTile key={id} name={name} isChosen={id === range} onChoose={() => setRange(id)}>
              <span className="flex min-h-11 items-center px-3 font-semibold">{label}</span>
            </RadioTile>
          ))}
        </fieldset>
      </div>
      <LineChart
        title={title}
        points={points}
        labelHeading={m.field_when()}
        valueHeading={m.revenue_amount()}
        format={rupees}
      />
    </Card>
  );
}

interface LineChartProps {
  /** The chart's name. */
  title: string;
  points: readonly Point[];
  /** The headings of the table that replaces the chart for screen readers. */
  labelHeading: string;
  valueHeading: string;
  format: (value: number) => string;
}

const canvas = lazyModule(async () => {
  const module = await import("./chart-canvas");
  // A canvas is not redrawn automatically when its font is loaded.
  await document.fonts?.ready;
  return module;
});

/** The chart library is loaded after the page; its space is reserved. */
function LineChart({ title, points, labelHeading, valueHeading, format }: LineChartProps) {
  return (
    <div className="flex min-h-64 flex-1 flex-col">
      <div className="relative min-w-0 flex-1">
        {/* The chart measures its parent, whose size must not depend on the chart. */}
        <div className="absolute inset-0">
          <LazyComponent
            module={canvas}
            fallback={<div className="h-full animate-pulse rounded-control bg-sunken" />}
          >
            {({ LineChartCanvas }) => <LineChartCanvas points={points} format={format} />}
          </LazyComponent>
        </div>
      </div>
      <div className="sr-only">
        <table>
          <caption>{title}</caption>
          <thead>
            <tr>
              <th scope="col">{labelHeading}</th>
              <th scope="col">{valueHeading}</th>
            </tr>
          </thead>
          <tbody>
            {points.map(({ label, value }) => (
              <tr key={label}>
                <th scope="row">{label}</th>
                <td>{format(value)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}
