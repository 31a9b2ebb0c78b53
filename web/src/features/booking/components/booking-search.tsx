import { X } from "lucide-react";
import { Button } from "../../../components/button";
import { SearchField } from "../../../components/search-field";
import { TextField } from "../../../components/text-field";
import { m } from "../../../paraglide/messages";
import type { BookingFilters } from "../doctor-lists";

interface BookingSearchProps {
  filters: BookingFilters;
  isFiltered: boolean;
  change: (changed: Partial<BookingFilters>) => void;
  clear: () => void;
}

export function BookingSearch({ filters, isFiltered, change, clear }: BookingSearchProps) {
  return (
    <search
      aria-label={m.clinic_filters()}
      className="mt-5 grid items-end gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:grid-cols-[1fr_14rem] sm:p-5 lg:grid-cols-[1fr_14rem_auto]"
    >
      <SearchField label={m.clinic_search()} value={filters.q} onChange={(q) => change({ q })} />
      <TextField
        label={m.confirm_date()}
        type="date"
        value={filters.date}
        onChange={(date) => change({ date })}
      />
      {/* Its room is kept where it stands beside the fields. */}
      <div className={isFiltered ? "grid" : "hidden lg:invisible lg:grid"}>
        <Button tone="quiet" onPress={clear}>
          <X aria-hidden className="size-5 shrink-0" />
          {m.find_clear()}
        </Button>
      </div>
    </search>
  );
}
