import { SlidersHorizontal, X } from "lucide-react";
import { useId, useState } from "react";
import type { Option } from "../lib/profile-values";
import { m } from "../messages";
import { Button } from "./button";
import { NativeSelect } from "./native-select";
import { SearchField } from "./search-field";
import { TextField } from "./text-field";

/**
 * The columns, by the number of fields next to the search. On a laptop (1280 px and more) all fields share one line, so that the list is
 * visible. `minmax(0, …)`: a long option must not push the next field out of the line.
 */
const columns: Record<number, string> = {
  1: "sm:grid-cols-2 lg:grid-cols-[2fr_1fr_auto]",
  2: "sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_auto]",
  3: "sm:grid-cols-2 xl:grid-cols-[minmax(0,3fr)_repeat(3,minmax(0,2fr))_auto]",
  4: "sm:grid-cols-2 lg:grid-cols-3 xl:gap-x-3 xl:grid-cols-[minmax(0,3fr)_repeat(4,minmax(0,2fr))_auto]",
  5: "sm:grid-cols-2 lg:grid-cols-3 xl:gap-x-3 xl:grid-cols-[repeat(6,minmax(0,1fr))_auto]",
};

interface Field<Name> {
  name: Name;
  label: string;
  /** The options; without them the field takes a day, */
  options?: Option[];
  /** or a search text. */
  isText?: boolean;
  /** The label of no choice, if it is not "All". */
  none?: string;
}

interface FilterBarProps<Name extends string> {
  label: string;
  /** The search field's label. */
  searchLabel: string;
  /** The values in the page's address (`useFilters`). */
  search: {
    filters: Record<Name | "q", string>;
    change: (changed: Record<string, string>) => void;
    clear: () => void;
    isFiltered: boolean;
  };
  fields: readonly Field<Name>[];
}

/** Filters of a list, in one row where there is room. On a phone the search is shown, and the other fields on demand. */
export function FilterBar<Name extends string>({ label, searchLabel, search, fields }: FilterBarProps<Name>) {
  const { filters, change, isFiltered } = search;
  const id = useId();
  const isLong = fields.length > 1;
  const isCrowded = fields.length > 2;
  const [isOpen, setOpen] = useState(isFiltered || !isLong);
  return (
    <search
      aria-label={label}
      className={`mt-5 grid items-end gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5 ${columns[fields.length]}`}
    >
      <SearchField label={searchLabel} value={filters.q} onChange={(q) => change({ q })} />
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
          className="-my-1 inline-flex min-h-11 cursor-pointer items-center gap-2 justify-self-start rounded-control px-2 font-semibold text-brand-ink hover:bg-sunken sm:hidden"
        >
          <SlidersHorizontal aria-hidden className="size-5 shrink-0" />
          {m.admin_filters()}
        </button>
      )}
      <div id={id} className={`sm:contents ${isOpen ? "grid gap-4" : "hidden"}`}>
        {fields.map(({ name, label, options, isText, none = m.admin_all() }) => {
          const field = {
            label,
            value: filters[name],
            onChange: (value: string) => change({ [name]: value }),
          };
          if (isText) return <SearchField key={name} {...field} />;
          if (!options) return <TextField key={name} type="date" {...field} />;
          return <NativeSelect key={name} placeholder={none} options={options} {...field} />;
        })}
        {/* Next to fields its space is reserved. In a crowded line it is an icon with a name for screen readers. */}
        <div
          title={isCrowded ? m.find_clear() : undefined}
          className={
            isFiltered ? "grid" : `hidden ${isCrowded ? "xl:invisible xl:grid" : "lg:invisible lg:grid"}`
          }
        >
          <Button tone="quiet" onPress={search.clear}>
            <X aria-hidden className="size-5 shrink-0" />
            <span className={isCrowded ? "xl:sr-only" : ""}>{m.find_clear()}</span>
          </Button>
        </div>
      </div>
    </search>
  );
}
