import { infiniteQueryOptions } from "@tanstack/react-query";
import { apiFor } from "../../../api/client";
import { refusal } from "../../../api/problem";
import type { components } from "../../../api/schema";

export type Booking = components["schemas"]["BookingCard"];

/** The visits still to come are the latest ones, and limits keep them below this number: the first page holds them all. */
const bookingsPerPage = 50;

/** GET /user/api/previous/booking/{userId}, the latest visit first. */
export function ownBookingsQuery(userId: string) {
  return infiniteQueryOptions({
    queryKey: ["bookings", userId],
    queryFn: async ({ pageParam }) => {
      const { data, error } = await apiFor("user").GET("/user/api/previous/booking/{userId}", {
        params: {
          path: { userId },
          query: { limit: String(bookingsPerPage), cursor: pageParam || undefined },
        },
      });
      if (!data) throw refusal(error);
      return data;
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next ?? undefined,
  });
}
