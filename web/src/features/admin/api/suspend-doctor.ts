import { useAdminChange } from "../../../api/admin-change";
import { apiFor } from "../../../api/client";
import type { BookingsFate } from "../bookings-fate";

interface Suspension {
  reason: string;
  bookings: BookingsFate;
}

/** POST /admin/api/doctors/{id}/suspend */
export function useSuspendDoctor(id: string) {
  return useAdminChange((body: Suspension) =>
    apiFor("admin").POST("/admin/api/doctors/{id}/suspend", {
      params: { path: { id } },
      body,
    }),
  );
}
