import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { createPortal } from "react-dom";
import { printedDate, timeLabel } from "../../lib/visit-time";
import { doctorTitle, placesIn, visitCount } from "../../lib/words";
import { m } from "../../messages";
import { type DeskScope, type DoctorBooking, doctorNameQuery } from "./api";

interface DaySheetProps {
  at: DeskScope;
  day: string;
  visits: readonly DoctorBooking[];
  onDone: () => void;
}

const cell = "border-b border-line px-2 py-2 text-start";

/** A day on paper. Opens the print dialog; the theme's print rules hide everything else. */
export function DaySheet({ at, day, visits, onDone }: DaySheetProps) {
  const doctor = useQuery({ ...doctorNameQuery(at.docId), enabled: at.role === "doctor" });
  const placeOf = placesIn(visits);
  const isPlaced = visits.some((visit) => placeOf(visit));
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
    <section className="print-sheet hidden bg-[#fff] p-6 text-[#000] print:block">
      {title && <p className="text-lg">{title}</p>}
      <h1 className="text-2xl font-bold">{printedDate(day)}</h1>
      <p>{visitCount(visits.length)}</p>
      <table className="mt-4 w-full">
        <thead>
          <tr>
            <th className={cell}>{m.column_serial()}</th>
            <th className={cell}>{m.confirm_time()}</th>
            <th className={cell}>{m.confirm_patient_name()}</th>
            <th className={cell}>{m.field_phone_number()}</th>
            {isPlaced && <th className={cell}>{m.session_place()}</th>}
          </tr>
        </thead>
        <tbody>
          {visits.map((visit, index) => (
            <tr key={visit._id} className="break-inside-avoid">
              <td className={cell}>{index + 1}</td>
              <td className={`${cell} whitespace-nowrap`}>{timeLabel(visit.time)}</td>
              <td className={cell}>{visit.patient_name}</td>
              <td className={`${cell} whitespace-nowrap`}>{visit.contact_number}</td>
              {isPlaced && <td className={cell}>{placeOf(visit)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body,
  );
}
