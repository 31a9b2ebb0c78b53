import { useId } from "react";
import { m } from "../../../paraglide/messages";
import type { BookingsFate } from "../bookings-fate";
import { comingCount } from "../list-words";
import { type ListedVisit, VisitList } from "./visit-list";

interface BookingsChoiceProps {
  visits: readonly ListedVisit[];
  fate: BookingsFate;
  onChoose: (fate: BookingsFate) => void;
}

const fates: { fate: BookingsFate; label: () => string; text: () => string }[] = [
  { fate: "keep", label: m.fate_keep, text: m.admin_keep_text },
  { fate: "cancel", label: m.fate_cancel, text: m.admin_cancel_text },
];

/** The visits that are still to come, and what becomes of them. */
export function BookingsChoice({ visits, fate, onChoose }: BookingsChoiceProps) {
  const name = useId();
  if (visits.length === 0) return <p className="text-muted">{m.admin_coming_none()}</p>;
  return (
    <div>
      <h3 className="mb-2 font-semibold">{comingCount(visits.length)}</h3>
      <VisitList label={comingCount(visits.length)} visits={visits} />
      <fieldset className="mt-4 min-w-0">
        <legend className="font-semibold">{m.fate_question()}</legend>
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
      </fieldset>
    </div>
  );
}
