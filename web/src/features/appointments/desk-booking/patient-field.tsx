/** A text field with suggestions of known patients; any other text can be typed too. */

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FieldFrame, fieldLook, useFieldError } from "../../../components/field";
import { useSuggestions } from "../../../components/suggestions";
import { useSettled } from "../../../lib/settled";
import { dateLabel } from "../../../lib/visit-time";
import { m } from "../../../messages";
import { type DeskScope, isSearchable, type KnownPatient, patientsQuery } from "../api";

interface PatientFieldProps {
  at: DeskScope;
  label: string;
  name: string;
  value: string;
  type?: "text" | "tel";
  autoFocus?: boolean;
  onChange: (value: string) => void;
  onChoose: (patient: KnownPatient) => void;
}

export function PatientField(props: PatientFieldProps) {
  const { at, label, name, value, type = "text", autoFocus, onChange, onChoose } = props;
  const error = useFieldError(name, label);
  // Open while the user types here; a choice or Escape closes it until the next letter.
  const [isAsked, setAsked] = useState(false);
  const q = useSettled(value.trim());
  const found = useQuery({ ...patientsQuery(at, q), enabled: isAsked && isSearchable(q) });
  const isSettled = q === value.trim();
  const patients = isAsked && isSearchable(value) ? (found.data ?? []) : [];
  const isOpen = patients.length > 0;
  const { id, listId, unmark, ...suggestions } = useSuggestions({
    count: patients.length,
    isOpen,
    onOpen: () => setAsked(true),
    onChoose: (place) => {
      const patient = patients[place];
      setAsked(false);
      if (patient) onChoose(patient);
    },
    onEscape: isOpen ? () => setAsked(false) : undefined,
  });

  function edit(text: string): void {
    error.clear();
    unmark();
    setAsked(true);
    onChange(text);
  }

  return (
    <FieldFrame id={id} label={label} error={error}>
      <div className="relative">
        <input
          {...error.props}
          {...suggestions.field}
          id={id}
          name={name}
          type={type}
          inputMode={type}
          value={value}
          required
          // biome-ignore lint/a11y/noAutofocus: the first field of a dialog.
          autoFocus={autoFocus}
          data-invalid={error.message !== undefined || undefined}
          onChange={({ target }) => edit(target.value)}
          onBlur={() => setAsked(false)}
          className={fieldLook}
        />
        <div
          id={listId}
          role="listbox"
          aria-label={m.desk_patients()}
          hidden={!isOpen}
          className="absolute inset-x-0 top-full z-20 mt-1 max-h-72 animate-appear overflow-y-auto rounded-card border border-line bg-surface p-2 shadow-raised"
        >
          {patients.map((patient, place) => (
            <div
              key={`${patient.phoneNumber} ${patient.name}`}
              {...suggestions.option(place)}
              className="cursor-pointer rounded-control px-3 py-2 hover:bg-sunken data-marked:bg-brand-soft data-marked:text-brand-ink"
            >
              <span className="flex flex-wrap justify-between gap-x-3">
                <span className="font-semibold wrap-anywhere">{patient.name}</span>
                <span>{patient.phoneNumber}</span>
              </span>
              <span className="block text-sm">{visitsText(patient)}</span>
            </div>
          ))}
        </div>
      </div>
      {found.error && isAsked && <p className="text-sm text-muted">{m.desk_patients_failed()}</p>}
      <p role="status" className="sr-only">
        {isOpen && isSettled && m.desk_patients_found({ count: patients.length })}
      </p>
    </FieldFrame>
  );
}

/** The days of the latest visits, and of the next one. */
function visitsText({ visits, next }: KnownPatient): string {
  const earlier = visits.length > 0 && m.desk_patients_visits({ days: visits.map(dateLabel).join(", ") });
  return [earlier, next && m.desk_patients_next({ day: dateLabel(next) })].filter(Boolean).join(" · ");
}
