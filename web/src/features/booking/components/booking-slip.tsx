/** A booking on paper for the clinic's desk. The theme's print rules hide everything else. */

import { Printer } from "lucide-react";
import { type ReactNode, useEffect, useState } from "react";
import { createPortal, flushSync } from "react-dom";
import { useDistrictName } from "../../../api/reference";
import { Button } from "../../../components/button";
import { specialityLabel } from "../../../lib/specialities";
import { dayOf, printedDate, timeLabel } from "../../../lib/visit-time";
import { doctorTitle, isByPhone, placeAddress, visitPlace } from "../../../lib/words";
import { m } from "../../../messages";
import type { Booking } from "../api";
import { ownStateLabel } from "../own-state";

export interface SlipFacts {
  /** Pages behind a link show no patient. */
  patient?: string;
  doctor: string;
  speciality?: string;
  /** As in "2024-01-05". */
  day: string;
  /** None for a walk-in. */
  time?: string | null;
  place: string;
  address: string;
  token?: string | null;
  state: string;
  /** The booking's id, which the administrator can search for. */
  number?: string;
}

/** Whether the page is being printed. Rendered synchronously: the browser prints when the event handler returns. */
function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    window.addEventListener("beforeprint", begin);
    window.addEventListener("afterprint", end);
    return () => {
      window.removeEventListener("beforeprint", begin);
      window.removeEventListener("afterprint", end);
    };
  }, []);
  return isPrinting;
}

export function PrintedPage({ children }: { children: ReactNode }) {
  return useIsPrinting() ? <PrintSheet>{children}</PrintSheet> : null;
}

/** Rendered next to the app, visible on paper only. `isAlone` hides every other sheet. */
function PrintSheet({ isAlone = false, children }: { isAlone?: boolean; children: ReactNode }) {
  return createPortal(
    <section
      className={`print-sheet ${isAlone ? "print-alone" : ""} hidden bg-[#fff] p-6 text-[#000] print:block`}
    >
      {children}
    </section>,
    document.body,
  );
}

export function Slip({
  patient,
  doctor,
  speciality,
  day,
  time,
  place,
  address,
  token,
  state,
  number,
}: SlipFacts) {
  return (
    <article className="mb-8 break-inside-avoid border-2 p-5">
      <p>{m.slip_title()}</p>
      <h1 className="text-2xl font-bold">{doctor}</h1>
      {speciality && <p>{speciality}</p>}
      <dl className="mt-4 grid grid-cols-2 gap-x-6 gap-y-3 border-t pt-4">
        {patient && <Line label={m.booking_patient()}>{patient}</Line>}
        <Line label={m.column_status()}>{state}</Line>
        <Line label={m.confirm_date()}>{printedDate(day)}</Line>
        {time && <Line label={m.confirm_time()}>{timeLabel(time)}</Line>}
        {token && <Line label={m.queue_token()}>{token}</Line>}
        <Line label={m.confirm_address()} isWide>
          <span className="block">{place}</span>
          <span className="block font-normal">{address}</span>
        </Line>
      </dl>
      {number && <p className="mt-4 border-t pt-3 text-sm">{m.slip_number({ number })}</p>}
    </article>
  );
}

function Line({ label, isWide = false, children }: { label: string; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? "col-span-2" : ""}>
      <dt className="text-sm">{label}</dt>
      <dd className="text-lg font-bold wrap-anywhere">{children}</dd>
    </div>
  );
}

export function BookingSlip({ booking }: { booking: Booking }) {
  const districtName = useDistrictName();
  const { doctorId: doctor, place } = booking;
  return (
    <Slip
      patient={booking.patient_name}
      doctor={doctorTitle(doctor)}
      speciality={specialityLabel(doctor.specialization)}
      day={dayOf(booking.startsAt)}
      time={booking.time}
      place={visitPlace(booking)}
      address={
        isByPhone(booking)
          ? m.phone_doctor_calls({ doctor: doctorTitle(doctor) })
          : placeAddress(place, doctor, districtName)
      }
      token={booking.token}
      state={ownStateLabel(booking)}
      number={booking._id}
    />
  );
}

/** Prints the slip of one booking and nothing else. */
export function PrintButton({ booking }: { booking: Booking }) {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const end = () => setPrinting(false);
    window.addEventListener("afterprint", end);
    return () => window.removeEventListener("afterprint", end);
  }, []);
  function print(): void {
    flushSync(() => setPrinting(true));
    window.print();
  }
  return (
    <>
      <Button tone="quiet" onPress={print}>
        <Printer aria-hidden className="size-5 shrink-0" />
        {m.action_print()}
      </Button>
      {isPrinting && (
        <PrintSheet isAlone>
          <BookingSlip booking={booking} />
        </PrintSheet>
      )}
    </>
  );
}
