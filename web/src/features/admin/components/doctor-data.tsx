import { useDistrictName, useStateName } from "../../../api/reference";
import type { components } from "../../../api/schema";
import { Detail } from "../../../components/detail";
import { PhoneLink } from "../../../components/phone-link";
import { momentLabel } from "../../../lib/india-time";
import { rupees } from "../../../lib/money";
import { birthDate, genderOptions, labelOf } from "../../../lib/profile-values";
import { timeRange } from "../../../lib/visit-time";
import { experienceText } from "../../../lib/words";
import { m } from "../../../paraglide/messages";

interface DoctorDataProps {
  doctor: components["schemas"]["ProfileView"];
  /** Nothing while the doctor waits for approval. */
  approvedAt?: string | null;
}

/** Everything that a doctor has told of themselves. */
export function DoctorData({ doctor, approvedAt }: DoctorDataProps) {
  const districtOf = useDistrictName();
  const stateOf = useStateName();
  const { consultation_Address, district, state, pincode, hospital } = doctor;
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      <Detail label={m.join_doctor_id()}>{doctor.doctor_ID}</Detail>
      <Detail label={m.doctor_experience_label()}>{experienceText(doctor.experience)}</Detail>
      <Detail label={m.patient_phone()}>
        <PhoneLink number={doctor.phone_Number} />
      </Detail>
      <Detail label={m.email()}>{doctor.email}</Detail>
      <Detail label={m.profile_gender()}>{labelOf(genderOptions(), doctor.gender)}</Detail>
      <Detail label={m.profile_birth_date()}>{birthDate(doctor.DOB)}</Detail>
      <Detail label={m.doctor_fee()}>{rupees(doctor.consultation_Fee)}</Detail>
      <Detail label={m.doctor_hours()}>{timeRange(doctor.startTime, doctor.endTime)}</Detail>
      <Detail label={m.join_address()} isWide>
        {`${consultation_Address}, ${districtOf(district)}, ${stateOf(state)} ${pincode}`}
      </Detail>
      {hospital && (
        <Detail label={m.doctor_hospital()} isWide>
          {hospital.confirmed ? hospital.Hospital_name : `${hospital.Hospital_name} (${m.hospital_waits()})`}
        </Detail>
      )}
      <Detail label={m.admin_applied()}>{momentLabel(doctor.appliedAt)}</Detail>
      {approvedAt && <Detail label={m.admin_approved_at()}>{momentLabel(approvedAt)}</Detail>}
    </dl>
  );
}
