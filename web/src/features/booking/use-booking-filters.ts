import { useSearchParams } from "react-router";
import { type BookingFilters, readBookingFilters, writeBookingFilters } from "./booking-filters";

/** The filters of the page's address. A change replaces it: the way back leads to the page before. */
export function useBookingFilters() {
  const [search, setSearch] = useSearchParams();
  function setFilters(filters: BookingFilters): void {
    setSearch(writeBookingFilters(filters), { replace: true });
  }
  return { filters: readBookingFilters(search), setFilters, clear: () => setFilters({ q: "", date: "" }) };
}
