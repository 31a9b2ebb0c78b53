import type { ReactNode } from "react";
import { lazyModule } from "../lib/lazy-module";
import type { Slice } from "./chart-look";
import { LazyComponent } from "./lazy-component";

interface DoughnutChartProps {
  /** The chart's name. */
  title: string;
  slices: readonly Slice[];
  /** The headings of the legend, for screen readers. */
  labelHeading: string;
  valueHeading: string;
  /** Formats a figure. */
  format?: (value: number) => string;
  /** The text in the centre. */
  children: ReactNode;
}

const dots: Record<Slice["colour"], string> = {
  brand: "bg-brand",
  pending: "bg-pending",
  checked: "bg-checked",
  blood: "bg-blood",
  field: "bg-field",
};

const canvas = lazyModule(() => import("./chart-canvas"));

/** A circle with its sum in the middle. Its legend is a table with the figures. */
export function DoughnutChart(props: DoughnutChartProps) {
  const { title, slices, labelHeading, valueHeading, format = String, children } = props;
  return (
    <div className="flex flex-col gap-5">
      <div className="relative h-52">
        <LazyComponent
          module={canvas}
          fallback={
            <div className="mx-auto aspect-square h-full animate-pulse rounded-full border-28 border-sunken" />
          }
        >
          {({ DoughnutChartCanvas }) => <DoughnutChartCanvas slices={slices} format={format} />}
        </LazyComponent>
        <div className="pointer-events-none absolute inset-0 flex flex-col items-center justify-center text-center">
          {children}
        </div>
      </div>
      <table className="w-full">
        <caption className="sr-only">{title}</caption>
        <thead className="sr-only">
          <tr>
            <th scope="col">{labelHeading}</th>
            <th scope="col">{valueHeading}</th>
          </tr>
        </thead>
        <tbody>
          {slices.map(({ label, value, colour }) => (
            <tr key={label}>
              <th scope="row" className="py-1 text-start font-normal">
                <span aria-hidden className={`me-2.5 inline-block size-3 rounded-full ${dots[colour]}`} />
                {label}
              </th>
              <td className="py-1 text-end font-semibold">{format(value)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
