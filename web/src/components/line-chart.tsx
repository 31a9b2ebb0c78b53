import { lazyModule } from "../lib/lazy-module";
import type { Point } from "./chart-look";
import { LazyComponent } from "./lazy-component";

interface LineChartProps {
  /** What the chart shows. */
  title: string;
  points: readonly Point[];
  /** The headings of the table that screen readers read in the chart's place. */
  labelHeading: string;
  valueHeading: string;
  format: (value: number) => string;
}

const canvas = lazyModule(async () => {
  const module = await import("./line-chart-canvas");
  // A canvas does not draw its texts again when their font arrives.
  await document.fonts?.ready;
  return module;
});

/** The chart library comes after the page; its room is there from the beginning. */
export function LineChart({ title, points, labelHeading, valueHeading, format }: LineChartProps) {
  return (
    <div className="flex min-h-64 flex-1 flex-col">
      <div className="relative min-w-0 flex-1">
        {/* The chart measures its parent, whose size therefore must not follow from it. */}
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
