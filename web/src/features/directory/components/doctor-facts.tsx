import { CalendarOff, Clock, Coffee, Hospital, MapPin } from "lucide-react";
import { Fact } from "../../../components/fact";
import { directionsTo, OutsideLink } from "../../../components/outside-link";
import { timeRange } from "../../../lib/visit-time";
import { daysOffText } from "../../../lib/words";
import { m } from "../../../paraglide/messages";
import type { FoundDoctor } from "../api/find";

const icon = { "aria-hidden": true, className: "size-5" };

interface DoctorFactsProps {
  doctor: FoundDoctor;
  /** The district in the language of the page. */
  district: string;
}

/** Where and when. */
export function DoctorFacts({ doctor, district }: DoctorFactsProps) {
  const { consultation_Address, state, pincode, startTime, endTime, breakStart, breakEnd } = doctor;
  return (
    <>
      <h2 className="text-xl font-bold">{m.doctor_where_when()}</h2>
      <dl className="mt-5 grid gap-5 sm:grid-cols-2">
        <Fact className="sm:col-span-2" icon={<MapPin {...icon} />} label={m.confirm_address()}>
          {`${consultation_Address}, ${district}, ${pincode}`}
          <span className="mt-2 block">
            <OutsideLink href={directionsTo(consultation_Address, doctor.district, state)}>
              {m.booking_directions()}
            </OutsideLink>
          </span>
        </Fact>
        <Fact icon={<Clock {...icon} />} label={m.doctor_hours()}>
          {timeRange(startTime, endTime)}
        </Fact>
        <Fact icon={<CalendarOff {...icon} />} label={m.doctor_days_off()}>
          {daysOffText(doctor.daysOff)}
        </Fact>
        {breakStart && breakEnd && (
          <Fact icon={<Coffee {...icon} />} label={m.doctor_break()}>
            {timeRange(breakStart, breakEnd)}
          </Fact>
        )}
        {doctor.hospital && (
          <Fact icon={<Hospital {...icon} />} label={m.doctor_hospital()}>
            {doctor.hospital.Hospital_name}
          </Fact>
        )}
      </dl>
    </>
  );
}
