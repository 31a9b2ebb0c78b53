import { UserRound, UserRoundPlus, UsersRound } from "lucide-react";
import { useEffect, useId, useRef } from "react";
import { useDistrictName } from "../../../api/reference";
import { RadioTile } from "../../../components/radio-tile";
import { timeLabel } from "../../../lib/visit-time";
import { doctorTitle, isByPhone, visitPlace } from "../../../lib/words";
import { m } from "../../../messages";
import type { Booking, Person } from "../api";
import type { PhoneDetails } from "./phone-fields";
import type { VisitNote } from "./visit-note-fields";

interface PatientChoiceProps {
  people: readonly Person[];
  chosen: string;
  onChoose: (chosen: string) => void;
}

const icon = { "aria-hidden": true, className: "size-5 shrink-0" };

export function PatientChoice({ people, chosen, onChoose }: PatientChoiceProps) {
  const group = useId();
  const choices = [
    { id: me, label: m.patient_choice_self(), sign: <UserRound {...icon} /> },
    ...people.map(({ _id, name }) => ({ id: _id, label: name, sign: <UsersRound {...icon} /> })),
    { id: somebodyElse, label: m.patient_choice_other(), sign: <UserRoundPlus {...icon} /> },
  ];
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">{m.patient_choice_title()}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ id, label, sign }) => (
          <RadioTile key={id} name={group} isChosen={id === chosen} onChoose={() => onChoose(id)}>
            <span className="flex min-h-11 items-center gap-2 px-3 py-1.5 text-start leading-snug font-semibold wrap-anywhere">
              {sign}
              {label}
            </span>
          </RadioTile>
        ))}
      </div>
    </fieldset>
  );
}

/** What the booking form asks about the patient, and about the visit. */
export interface Patient extends VisitNote, PhoneDetails {
  name: string;
  phoneNumber: string;
}

export const me = "me";
export const somebodyElse = "somebody-else";

interface EarlierPatient {
  own: Patient | undefined;
  people: readonly Person[];
}

/** The initial choice, from an earlier visit or an earlier attempt. */
export function firstChoice(
  kept: (Patient & { person?: string }) | undefined,
  { own, people }: EarlierPatient,
) {
  if (!kept) return me;
  if (people.some(({ _id }) => _id === kept.person)) return kept.person ?? me;
  return kept.name === own?.name ? me : somebodyElse;
}

/** The form's values for a choice. */
export function detailsOf(chosen: string, { own, people }: EarlierPatient): Patient {
  const person = people.find(({ _id }) => _id === chosen);
  if (person) return { name: person.name, phoneNumber: person.phoneNumber };
  const phoneNumber = own?.phoneNumber ?? "";
  return chosen === me ? { name: own?.name ?? "", phoneNumber } : { name: "", phoneNumber };
}

const isAlike = (one: string, other: string) =>
  one.trim().toLocaleLowerCase() === other.trim().toLocaleLowerCase();

/** The saved person that the form is about: chosen, or typed in again. */
export function personOf(
  chosen: string,
  typed: Patient,
  { own, people }: EarlierPatient,
): string | undefined {
  const isSame = ({ name, phoneNumber }: Person) =>
    isAlike(name, typed.name) && phoneNumber === typed.phoneNumber.trim();
  const isOwn = own !== undefined && isAlike(own.name, typed.name);
  return (people.find(({ _id }) => _id === chosen) ?? (isOwn ? undefined : people.find(isSame)))?._id;
}

/** Whether the typed person can be saved. */
export function isNewPerson(chosen: string, typed: Patient, { own, people }: EarlierPatient): boolean {
  if (people.some(({ _id }) => _id === chosen) || typed.name.trim() === "") return false;
  if (own && isAlike(own.name, typed.name)) return false;
  return !people.some(({ name }) => isAlike(name, typed.name));
}

interface Wanted {
  doctorId: string;
  name: string;
  person?: string;
  /** As in "2024-01-05" */
  date: string;
  /** As in "09:15" */
  time: string;
}

const slotMillis = 15 * 60_000;

/** The overlapping visit of the same person. The same slot of the same doctor is a repeated request. */
export function overlapping(bookings: readonly Booking[], wanted: Wanted): Booking | undefined {
  const start = Date.parse(`${wanted.date}T${wanted.time}:00+05:30`);
  return bookings.find((booking) => {
    const isSamePerson =
      (wanted.person !== undefined && booking.person === wanted.person) ||
      isAlike(booking.patient_name, wanted.name);
    const apart = Math.abs(Date.parse(booking.startsAt) - start);
    const isSameBooking = booking.doctorId._id === wanted.doctorId && apart === 0;
    return booking.changeable && isSamePerson && apart < slotMillis && !isSameBooking;
  });
}

/** Asks before a second visit at the same time is booked. `other` is the first one. */
export function OverlapQuestion({ other }: { other: Booking }) {
  const districtName = useDistrictName();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  const { doctorId: doctor, place } = other;
  const where = place || isByPhone(other) ? visitPlace(other) : districtName(doctor.district);
  return (
    <div
      ref={box}
      role="alert"
      tabIndex={-1}
      className="rounded-control bg-pending-soft p-4 text-pending-ink wrap-anywhere"
    >
      <p className="font-semibold">{m.overlap_title({ time: timeLabel(other.time), place: where })}</p>
      <p>{m.overlap_text({ doctor: doctorTitle(doctor), name: other.patient_name })}</p>
    </div>
  );
}
