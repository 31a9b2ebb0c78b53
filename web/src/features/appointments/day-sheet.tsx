import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import { VisitNote } from "../../components/visit";
import { printedDate, timeLabel } from "../../lib/visit-time";
import { doctorTitle, isByPhone, placesIn, visitCount } from "../../lib/words";
import { m } from "../../messages";
import { type DeskScope, type DoctorBooking, doctorNameQuery, type Today } from "./api";

/** A line of the sheet. */
export interface DayRow {
  id: string;
  /** As in "09:15"; none for a walk-in without a slot. */
  time?: string | null;
  token?: string | null;
  name: string;
  number: string;
  place?: string;
  /** Entered by the patient at the booking. */
  visitType?: string | null;
  visitReason?: string | null;
  /** arrived, called, done or absent; none while expected. */
  attendance?: string | null;
}

interface DaySheetProps {
  at: DeskScope;
  day: string;
  rows: readonly DayRow[];
  onDone: () => void;
}

/** Approved visits of a day. */
export function visitRows(visits: readonly DoctorBooking[]): DayRow[] {
  const placeOf = placesIn(visits);
  return visits.map((visit) => ({
    id: visit._id,
    time: visit.time,
    token: visit.token,
    name: visit.patient_name,
    number: visit.contact_number,
    place: placeOf(visit),
    visitType: visit.visitType,
    visitReason: visit.visitReason,
    attendance: visit.attendance,
  }));
}

/** Today's queue by time; entries without a slot come last, in the order of arrival. */
export function queueRows({ comers, sessions }: Pick<Today, "comers" | "sessions">): DayRow[] {
  const placeOf = placesIn(sessions);
  const rows = comers.map((entry) => ({
    id: entry._id,
    time: entry.time,
    token: entry.token,
    name: entry.patient_name,
    number: entry.contact_number,
    // Its session may be one at a place by now.
    place: isByPhone(entry) ? m.phone_visit() : placeOf(sessions[entry.session] ?? {}),
    visitType: entry.visitType,
    visitReason: entry.visitReason,
    attendance: entry.attendance,
  }));
  const timeOf = ({ time }: DayRow) => time ?? "without";
  // Tokens of walk-ins count up.
  return rows.toSorted(
    (a, b) => timeOf(a).localeCompare(timeOf(b)) || a.token.localeCompare(b.token, "en", { numeric: true }),
  );
}

const states: Partial<Record<string, () => string>> = {
  arrived: m.queue_state_arrived,
  called: m.queue_state_called,
  done: m.queue_done,
  absent: m.queue_absent,
};

const cell = "border-b border-field px-2 py-2 text-start align-top";

/** A day on paper, with room for notes. Opens the print dialog; the theme's print rules hide everything else. */
export function DaySheet({ at, day, rows, onDone }: DaySheetProps) {
  const doctor = useQuery({ ...doctorNameQuery(at.docId), enabled: at.role === "doctor" });
  const isPlaced = rows.some(({ place }) => place);
  const title = at.doctor ? m.doctor_name({ name: at.doctor.name }) : doctor.data && doctorTitle(doctor.data);
  const isReady = title !== undefined || doctor.error !== null;

  useEffect(() => {
    window.addEventListener("afterprint", onDone);
    return () => window.removeEventListener("afterprint", onDone);
  }, [onDone]);

  useEffect(() => {
    if (isReady) window.print();
  }, [isReady]);

  return createPortal(
    <section className="print-sheet hidden bg-[#fff] text-[#000] print:block">
      {title && <p className="text-lg">{title}</p>}
      <h1 className="text-2xl font-bold">{printedDate(day)}</h1>
      <p>{visitCount(rows.length)}</p>
      <table className="mt-4 w-full text-sm">
        <thead>
          <tr>
            <th className={cell}>{m.confirm_time()}</th>
            <th className={cell}>{m.queue_token()}</th>
            <th className={cell}>{m.confirm_patient_name()}</th>
            <th className={cell}>{m.field_phone_number()}</th>
            {isPlaced && <th className={cell}>{m.session_place()}</th>}
            <th className={cell}>{m.day_sheet_visit()}</th>
            <th className={`${cell} w-2/5`}>{m.day_sheet_notes()}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id} className="break-inside-avoid">
              <td className={`${cell} whitespace-nowrap`}>{row.time && timeLabel(row.time)}</td>
              <td className={`${cell} font-bold whitespace-nowrap`}>{row.token}</td>
              <td className={cell}>{row.name}</td>
              <td className={`${cell} whitespace-nowrap`}>{row.number}</td>
              {isPlaced && <td className={cell}>{row.place}</td>}
              <td className={cell}>
                <VisitNote {...row} />
              </td>
              <td className={`${cell} h-12`}>{states[row.attendance ?? ""]?.()}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body,
  );
}
