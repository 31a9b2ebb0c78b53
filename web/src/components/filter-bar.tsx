import { SlidersHorizontal, X } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { m } from "../paraglide/messages";
import { Button } from "./button";
import { SearchField } from "./search-field";

const columns: Record<number, string> = {
  2: "sm:grid-cols-2 lg:grid-cols-[2fr_1fr_auto]",
  3: "sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_auto]",
  4: "sm:grid-cols-2 xl:grid-cols-[7fr_4fr_6fr_6fr_auto]",
  6: "sm:grid-cols-2 lg:grid-cols-4",
};

interface FilterBarProps {
  label: string;
  /** What is searched for, in words. */
  searchLabel: string;
  q: string;
  onSearch: (q: string) => void;
  /** How many fields there are, the search among them. */
  fields: keyof typeof columns;
  isFiltered: boolean;
  onClear: () => void;
  /** The other fields. */
  children: ReactNode;
}

/** What narrows a list, in a row where there is room for one. A phone shows the search, and the rest when it is asked for. */
export function FilterBar(props: FilterBarProps) {
  const { label, searchLabel, q, onSearch, fields, isFiltered, onClear, children } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(isFiltered);
  return (
    <search
      aria-label={label}
      className={`mt-5 grid items-end gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5 ${columns[fields]}`}
    >
      <SearchField label={searchLabel} value={q} onChange={onSearch} />
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
      <div id={id} className={`sm:contents ${isOpen ? "grid gap-4" : "hidden"}`}>
        {children}
        {/* Its room is kept where it stands beside the fields. */}
        <div className={isFiltered ? "grid" : "hidden lg:invisible lg:grid"}>
          <Button tone="quiet" onPress={onClear}>
            <X aria-hidden className="size-5 shrink-0" />
            {m.find_clear()}
          </Button>
        </div>
      </div>
    </search>
  );
}
