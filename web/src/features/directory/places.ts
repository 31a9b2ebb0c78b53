/** Where and when a doctor sees patients, read from the sessions of the week. */
import type { components } from "../../api/schema";
import { rupees } from "../../lib/money";
import { optional, view } from "../../lib/template";
import { timeRange, weekdayName, weekdayNames, weekdays } from "../../lib/visit-time";
import { isByPhone } from "../../lib/words";
import { m } from "../../messages";
import type { FoundDoctor } from "./api";

type Place = components["schemas"]["VisitPlace"];
type Sessions = Pick<FoundDoctor, "sessions" | "places" | "consultation_Fee">;

export interface Hours {
  days: string;
  times: string;
}

export interface DoctorPlace {
  /** Null for the doctor's own clinic, and by phone. */
  hospital: Place | null;
  mode: "clinic" | "phone";
  hours: Hours[];
  fee: string;
}

/** Three or more consecutive days are written as the first and the last. */
export function daysText(names: readonly string[]): string {
  const [first, last] = [
    weekdays.find((day) => names.includes(day)),
    weekdays.findLast((day) => names.includes(day)),
  ];
  const isRow = first && last && weekdays.indexOf(last) - weekdays.indexOf(first) === names.length - 1;
  if (!isRow || names.length < 3) return weekdayNames(names);
  return m.value_range({ from: weekdayName(first), to: weekdayName(last) });
}

/** Days with the same hours are grouped. */
function hoursOf(sessions: FoundDoctor["sessions"]): Hours[] {
  const days = new Map<string, string[]>();
  for (const weekday of weekdays) {
    const times = sessions
      .filter((session) => session.weekday === weekday)
      .map(({ from, to }) => timeRange(from, to))
      .join(", ");
    if (times) days.set(times, [...(days.get(times) ?? []), weekday]);
  }
  return [...days].map(([times, names]) => ({ days: daysText(names), times }));
}

/** One fee, or the lowest and the highest. */
function feeRange(fees: readonly number[]): string {
  const [low, high] = [Math.min(...fees), Math.max(...fees)];
  return low === high ? rupees(low) : `${rupees(low)} – ${rupees(high)}`;
}

/** The fees of visits in person, or of those by phone if the doctor has no others. */
function visitFees({
  sessions,
  consultation_Fee,
}: Pick<Sessions, "sessions" | "consultation_Fee">): number[] {
  const inPerson = sessions.filter((session) => !isByPhone(session));
  const shown = inPerson.length > 0 ? inPerson : sessions;
  return shown.length > 0 ? shown.map(({ fee }) => fee) : [consultation_Fee];
}

/** The label of the button that opens a doctor's times. `mode` is that of the search. */
export const bookLabel = view(({ sessions }: Pick<Sessions, "sessions">, mode?: string): string => {
  const isCall = isByPhone({ mode }) || (sessions.length > 0 && sessions.every(isByPhone));
  return isCall ? m.doctor_book_call() : m.doctor_book_visit();
});

/** As in "₹300 – ₹500". */
export const feeText = view((doctor: Pick<Sessions, "sessions" | "consultation_Fee">): string =>
  feeRange(visitFees(doctor)),
);

/** The fee of visits by phone, if the doctor offers any. */
export const phoneFee = view(({ phoneFee }: Pick<FoundDoctor, "phoneFee">): readonly string[] =>
  optional(phoneFee != null && m.doctor_phone_fee({ fee: rupees(phoneFee) })),
);

/** The doctor's own clinic first, by phone last; places without a session are left out. */
export function placesOf({ sessions, places }: Pick<Sessions, "sessions" | "places">): DoctorPlace[] {
  const byPhone = sessions.filter(isByPhone);
  const inPerson = sessions.filter((session) => !isByPhone(session));
  const at = (hospital: Place | null, mode: DoctorPlace["mode"], here: Sessions["sessions"]) =>
    here.length > 0
      ? [{ hospital, mode, hours: hoursOf(here), fee: feeRange(here.map(({ fee }) => fee)) }]
      : [];
  return [
    ...[null, ...places].flatMap((hospital) =>
      at(
        hospital,
        "clinic",
        inPerson.filter(({ place }) => (place ?? null) === (hospital?._id ?? null)),
      ),
    ),
    ...at(null, "phone", byPhone),
  ];
}
