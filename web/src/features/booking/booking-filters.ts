/** What narrows a doctor's lists: a patient's name or number, and a day. It stands in the address. */
import { dayOf } from "../../lib/visit-time";

export interface BookingFilters {
  q: string;
  /** As in "2024-01-05", or empty. */
  date: string;
}

export function readBookingFilters(search: URLSearchParams): BookingFilters {
  const date = search.get("date") ?? "";
  return { q: search.get("q") ?? "", date: /^\d{4}-\d{2}-\d{2}$/.test(date) ? date : "" };
}

export function writeBookingFilters(filters: BookingFilters): URLSearchParams {
  return new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ""));
}

export function anyBookingFilter({ q, date }: BookingFilters): boolean {
  return q !== "" || date !== "";
}

interface Listed {
  patient_name: string;
  contact_number: string;
  startsAt: string;
}

/** A number is found however it is written: "+91 98460 12345" finds "9846012345". */
function digitsOf(text: string): string {
  return text.replace(/[\s-]/g, "").replace(/^(\+91|0)(?=\d)/, "");
}

/** The lists of the coming days are here as a whole, so they are searched here. */
export function matching<B extends Listed>(bookings: readonly B[], { q, date }: BookingFilters): B[] {
  const [name, digits] = [q.trim().toLowerCase(), digitsOf(q)];
  return bookings.filter(
    ({ patient_name, contact_number, startsAt }) =>
      (date === "" || dayOf(startsAt) === date) &&
      (patient_name.toLowerCase().includes(name) ||
        (/^\d+$/.test(digits) && contact_number.includes(digits))),
  );
}
