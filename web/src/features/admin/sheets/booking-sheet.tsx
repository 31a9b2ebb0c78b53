import { useQuery } from "@tanstack/react-query";
import { Detail } from "../../../components/detail";
import { TextLink } from "../../../components/links";
import { LoadedSheet, SheetName } from "../../../components/loaded-sheet";
import { PhoneLink } from "../../../components/phone-link";
import { StatusBadge } from "../../../components/visit";
import { momentLabel } from "../../../lib/india-time";
import { rupees } from "../../../lib/money";
import { placeName } from "../../../lib/places";
import { dateTimeLabel, dayOf } from "../../../lib/visit-time";
import { m } from "../../../messages";
import { bookingQuery } from "../api/lists";
import { doctorAt, userAt } from "../applicants";
import { Story } from "./story";

interface BookingSheetProps {
  id: string;
  onClose: () => void;
}

export function BookingSheet({ id, onClose }: BookingSheetProps) {
  return (
    <LoadedSheet title={m.admin_kind_booking()} load={useQuery(bookingQuery(id))} onClose={onClose}>
      {({ patient_name, contact_number, doctor, user, startsAt, time, audit, ...booking }, nameId) => (
        <>
          <SheetName id={nameId} name={patient_name || m.clinic_patient_gone()}>
            <StatusBadge status={booking.status} />
          </SheetName>
          <dl className="grid gap-4 sm:grid-cols-2">
            <Detail label={m.admin_home_visit()}>{dateTimeLabel(dayOf(startsAt), time)}</Detail>
            <Detail label={m.field_phone_number()}>
              <PhoneLink number={contact_number} />
            </Detail>
            <Detail label={m.area_doctor()}>
              <TextLink to={doctorAt(doctor._id)}>{m.doctor_name({ name: doctor.full_Name })}</TextLink>
            </Detail>
            <Detail label={m.admin_home_booked_by()}>
              {user.username ? (
                <TextLink to={userAt(user._id)}>{user.username}</TextLink>
              ) : (
                m.clinic_patient_gone()
              )}
            </Detail>
            <Detail label={m.column_booking_time()}>{momentLabel(booking.bookingTime_Date)}</Detail>
            <Detail label={m.session_place()}>{placeName(booking.place)}</Detail>
            <Detail label={m.admin_home_fee()}>{rupees(booking.fee)}</Detail>
            {booking.reason && (
              <Detail label={m.clinic_reason()} isWide>
                {booking.reason}
              </Detail>
            )}
          </dl>
          <Story rows={audit} />
        </>
      )}
    </LoadedSheet>
  );
}
