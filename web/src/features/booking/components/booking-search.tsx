import { X } from "lucide-react";
import { Button } from "../../../components/button";
import { SearchField } from "../../../components/search-field";
import { TextField } from "../../../components/text-field";
import { m } from "../../../paraglide/messages";
import { anyBookingFilter, type BookingFilters } from "../booking-filters";

interface BookingSearchProps {
  filters: BookingFilters;
  onChange: (filters: BookingFilters) => void;
}

export function BookingSearch({ filters, onChange }: BookingSearchProps) {
  return (
    <search
      aria-label={m.clinic_filters()}
      className="mt-5 grid items-end gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:grid-cols-[1fr_14rem] sm:p-5 lg:grid-cols-[1fr_14rem_auto]"
    >
      <SearchField
        label={m.clinic_search()}
        value={filters.q}
        onChange={(q) => onChange({ ...filters, q })}
      />
      <TextField
        label={m.confirm_date()}
        type="date"
        value={filters.date}
        onChange={(date) => onChange({ ...filters, date })}
      />
      {/* Its room is kept where it stands beside the fields. */}
      <div className={anyBookingFilter(filters) ? "grid" : "hidden lg:invisible lg:grid"}>
        <Button tone="quiet" onPress={() => onChange({ q: "", date: "" })}>
          <X aria-hidden className="size-5 shrink-0" />
          {m.find_clear()}
        </Button>
      </div>
    </search>
  );
}
