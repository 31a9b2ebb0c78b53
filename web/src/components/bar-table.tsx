/** A bar plot that is a table: each row has a label, a bar and the figure, so screen readers read the same figures. */
import { TitledCard } from "./card";

export interface Bar {
  label: string;
  /** Null if there are too few visits for a figure. */
  value: number | null;
  /** The number of visits that the figure is computed from. */
  count?: string;
}

interface BarTableProps {
  title: string;
  text?: string;
  bars: readonly Bar[];
  labelHeading: string;
  valueHeading: string;
  countHeading?: string;
  /** The value of the longest bar; without it the largest one. */
  full?: number;
  format: (value: number) => string;
  /** The text instead of a null value. */
  tooFew: string;
}

export function BarTable(props: BarTableProps) {
  const { title, text, bars, labelHeading, valueHeading, countHeading, format, tooFew } = props;
  const full = props.full ?? Math.max(1, ...bars.map(({ value }) => value ?? 0));
  return (
    <TitledCard title={title} text={text}>
      <table className="w-full table-fixed">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="text-sm text-muted lang-ml:text-xs">
            <th scope="col" className="w-[36%] pe-2 pb-2 text-start font-normal">
              {labelHeading}
            </th>
            <th scope="col" className="pb-2 text-start font-normal">
              {valueHeading}
            </th>
            {countHeading && (
              <th scope="col" className="w-[28%] ps-2 pb-2 text-end font-normal">
                {countHeading}
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {bars.map(({ label, value, count }) => (
            <tr key={label} className="border-t border-line">
              <th scope="row" className="py-2 pe-2 text-start font-normal">
                {label}
              </th>
              <td className="py-2">
                <span className="flex items-center gap-3">
                  {value !== null && <BarMark share={value / full} />}
                  <span className={value === null ? "text-muted" : "font-semibold sm:whitespace-nowrap"}>
                    {value === null ? tooFew : format(value)}
                  </span>
                </span>
              </td>
              {countHeading && <td className="py-2 ps-2 text-end">{count}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </TitledCard>
  );
}

/** A bar; `share` is its part of the free width. `w-0` keeps the SVG from taking the width of its view box. */
function BarMark({ share }: { share: number }) {
  const width = Math.min(100, Math.max(0, share * 100));
  return (
    <svg
      aria-hidden
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      className="h-3 w-0 min-w-6 flex-1 text-brand"
    >
      <rect width={width} height="1" fill="currentColor" />
    </svg>
  );
}
