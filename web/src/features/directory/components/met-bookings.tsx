import { useId } from "react";
import { StatusBadge } from "../../../components/visit";
import { dateLabel, dayOf, timeLabel } from "../../../lib/visit-time";
import { m } from "../../../paraglide/messages";
import type { BookingsFate, MetBooking } from "../api/own";

interface MetBookingsProps {
  bookings: readonly MetBooking[];
  fate: BookingsFate;
  onChoose: (fate: BookingsFate) => void;
}

const fates: { fate: BookingsFate; label: () => string; text: () => string }[] = [
  { fate: "keep", label: m.fate_keep, text: m.fate_keep_text },
  { fate: "notify", label: m.fate_notify, text: m.fate_notify_text },
  { fate: "cancel", label: m.fate_cancel, text: m.fate_cancel_text },
];

/** The visits that a leave would meet, and what becomes of them. */
export function MetBookings({ bookings, fate, onChoose }: MetBookingsProps) {
  const name = useId();
  return (
    <div className="rounded-control border border-line p-4">
      <h3 className="font-semibold">
        {bookings.length === 1 ? m.leave_meets_one() : m.leave_meets({ count: bookings.length })}
      </h3>
      {/* A long list scrolls in its place, within reach of the keyboard. */}
      <ul
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label={m.leave_meets({ count: bookings.length })}
        className="mt-2 max-h-72 overflow-y-auto"
      >
        {bookings.map((booking) => (
          <li
            key={booking._id}
            className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line py-2.5 first:border-t-0"
          >
            <div className="min-w-0">
              <p className="font-semibold">
                {`${dateLabel(dayOf(booking.startsAt))}, ${timeLabel(booking.time)}`}
              </p>
              <p className="text-muted">{`${booking.patient_name} · ${booking.contact_number}`}</p>
            </div>
            <StatusBadge status={booking.status} />
          </li>
        ))}
      </ul>
      <fieldset className="mt-3 min-w-0 border-t border-line pt-3">
        <legend className="float-left mb-1 font-semibold">{m.fate_question()}</legend>
        <div className="clear-both flex flex-col">
          {fates.map((choice) => (
            <label key={choice.fate} className="flex min-h-11 cursor-pointer gap-3 py-2">
              <input
                type="radio"
                name={name}
                checked={choice.fate === fate}
                onChange={() => onChoose(choice.fate)}
                className="mt-1 size-5 shrink-0 cursor-pointer accent-brand"
              />
              <span>
                <span className="font-semibold">{choice.label()}</span>
                <span className="block text-sm text-muted">{choice.text()}</span>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
