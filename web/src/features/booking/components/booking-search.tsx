import { FilterBar } from "../../../components/filter-bar";
import { useFilters } from "../../../lib/address";
import { m } from "../../../paraglide/messages";
import { bookingParams } from "../doctor-lists";

export function BookingSearch() {
  return (
    <FilterBar
      label={m.clinic_filters()}
      searchLabel={m.clinic_search()}
      search={useFilters(bookingParams)}
      fields={[{ name: "date", label: m.confirm_date() }]}
    />
  );
}
