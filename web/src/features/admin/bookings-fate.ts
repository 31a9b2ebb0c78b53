/** What becomes of the coming bookings of somebody who may not go on. */
export type BookingsFate = "keep" | "cancel";
