import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { BookingFilters } from "../booking-filters";
import { doctorBookingsKey } from "./doctor-bookings-key";

const bookingsPerPage = 25;

/** GET /user/api/doctor/appointment/previous/{docId}, the latest visit first. The old list stays while the next is on its way. */
export function previousBookingsQuery(docId: string, { q, date }: BookingFilters) {
  return infiniteQueryOptions({
    queryKey: [...doctorBookingsKey(docId), "previous", q, date],
    queryFn: async ({ pageParam, signal }) => {
      const { data, error } = await apiFor("doctor").GET("/user/api/doctor/appointment/previous/{docId}", {
        params: {
          path: { docId },
          query: {
            q: q || undefined,
            date: date || undefined,
            limit: String(bookingsPerPage),
            cursor: pageParam || undefined,
          },
        },
        signal,
      });
      if (!data) throw refusal(error);
      return data;
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  });
}
