import type { QueryClient } from "@tanstack/react-query";

/** Everything that a doctor's pages show of bookings hangs below this key. */
export function doctorBookingsKey(docId: string) {
  return ["doctor", docId, "bookings"] as const;
}

/** After a decision, and when the server says that something has changed. */
export function refreshDoctorBookings(client: QueryClient, docId: string): Promise<void> {
  return client.invalidateQueries({ queryKey: doctorBookingsKey(docId) });
}
