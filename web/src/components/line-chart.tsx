import { lazy, Suspense } from "react";

export interface Point {
  label: string;
  value: number;
}

interface LineChartProps {
  /** What the chart shows. */
  title: string;
  points: readonly Point[];
  /** The headings of the table that screen readers read in the chart's place. */
  labelHeading: string;
  valueHeading: string;
  format: (value: number) => string;
}

const Canvas = lazy(() =>
  // A canvas does not draw its texts again when their font arrives.
  Promise.all([import("./line-chart-canvas"), document.fonts?.ready]).then(([module]) => ({
    default: module.LineChartCanvas,
  })),
);

/** The chart library comes after the page; its room is there from the beginning. */
export function LineChart({ title, points, labelHeading, valueHeading, format }: LineChartProps) {
  return (
    <div className="flex min-h-64 flex-1 flex-col">
      <div className="relative min-w-0 flex-1">
        {/* The chart measures its parent, whose size therefore must not follow from it. */}
        <div className="absolute inset-0">
          <Suspense fallback={<div className="h-full animate-pulse rounded-control bg-sunken" />}>
            <Canvas points={points} format={format} />
          </Suspense>
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
