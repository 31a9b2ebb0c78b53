import type { QueryClient } from "@tanstack/react-query";

/** After a booking was made, moved, cancelled or refused: nothing on any page may show the slots of before. */
export function refreshBookings(client: QueryClient): void {
  for (const queryKey of [["doctors"], ["bookings"]]) {
    client.removeQueries({ queryKey, type: "inactive" });
    void client.invalidateQueries({ queryKey });
  }
}
