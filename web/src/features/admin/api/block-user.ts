import { useAdminChange } from "../../../api/admin-change";
import { apiFor } from "../../../api/client";
import type { BookingsFate } from "../bookings-fate";

interface Block {
  /** Whether they are to be blocked. Without it the call would undo what another administrator has just done. */
  isDeleted: boolean;
  reason?: string;
  bookings?: BookingsFate;
}

/** PATCH /admin/api/blockandunblock/{id}: blocks a user, or lets a blocked one in again. */
export function useBlockUser(id: string) {
  return useAdminChange((body: Block) =>
    apiFor("admin").PATCH("/admin/api/blockandunblock/{id}", {
      params: { path: { id } },
      body,
    }),
  );
}
