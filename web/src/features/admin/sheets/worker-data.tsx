/** All data that doctors, hospitals and pharmacies entered. */

import type { ComponentProps } from "react";
import { useDistrictName, useStateName } from "../../../api/reference";
import { Detail } from "../../../components/fact";
import { LazyComponent } from "../../../components/lazy-component";
import { PhoneLink } from "../../../components/phone-link";
import { momentLabel } from "../../../lib/india-time";
import { lazyModule } from "../../../lib/lazy-module";
import { rupees } from "../../../lib/money";
import { birthDate, genderOptions, labelOf } from "../../../lib/profile-values";
import { timeRange, weekdayNames } from "../../../lib/visit-time";
import { experienceText } from "../../../lib/words";
import { m } from "../../../messages";
import type { Doctor, Facility } from "../applicants";
import type { Logins } from "./logins";

interface Approval {
  /** Missing while the application is pending. */
  approvedAt?: string | null;
}

export function DoctorData({ doctor, approvedAt }: Approval & { doctor: Doctor }) {
  const districtOf = useDistrictName();
  const stateOf = useStateName();
  const { consultation_Address, district, state, pincode, hospital } = doctor;
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      <Detail label={m.join_doctor_id()}>{doctor.doctor_ID}</Detail>
      <Detail label={m.doctor_experience_label()}>{experienceText(doctor.experience)}</Detail>
      <Contact phone={doctor.phone_Number} email={doctor.email} />
      <Detail label={m.profile_gender()}>{labelOf(genderOptions(), doctor.gender)}</Detail>
      <Detail label={m.profile_birth_date()}>{birthDate(doctor.DOB)}</Detail>
      <Detail label={m.doctor_fee()}>{rupees(doctor.consultation_Fee)}</Detail>
      <Detail label={m.doctor_hours()}>{timeRange(doctor.startTime, doctor.endTime)}</Detail>
      <Detail label={m.join_address()} isWide>
        {`${consultation_Address}, ${districtOf(district)}, ${stateOf(state)} ${pincode}`}
      </Detail>
      <InMalayalam of={doctor} />
      {hospital && (
        <Detail label={m.doctor_hospital()} isWide>
          {hospital.confirmed
            ? hospital.Hospital_name
            : `${hospital.Hospital_name} (${m.hospital_unconfirmed()})`}
        </Detail>
      )}
      <Since appliedAt={doctor.appliedAt} approvedAt={approvedAt} />
    </dl>
  );
}

export function FacilityData({ facility, approvedAt }: Approval & { facility: Facility }) {
  const districtOf = useDistrictName();
  const stateOf = useStateName();
  const { Address, City, District, State, Pincode, startTime, endTime, daysOff } = facility;
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      <Detail label={m.join_licence()} isWide>
        {facility.License_number}
      </Detail>
      <Contact phone={facility.Phone_Number} email={facility.Email} />
      <Detail label={m.join_street()} isWide>
        {`${Address}, ${City}, ${districtOf(District)}, ${stateOf(State)} ${Pincode}`}
      </Detail>
      <InMalayalam of={facility} />
      <Detail label={m.business_hours()}>{startTime && endTime && timeRange(startTime, endTime)}</Detail>
      <Detail label={m.business_days_off()}>{weekdayNames(daysOff) || m.business_no_days_off()}</Detail>
      <Since appliedAt={facility.appliedAt} approvedAt={approvedAt} />
    </dl>
  );
}

interface MalayalamWords {
  nameMl?: string | null;
  addressMl?: string | null;
}

function InMalayalam({ of: { nameMl, addressMl } }: { of: MalayalamWords }) {
  return (
    <>
      {nameMl && <Detail label={m.profile_name_ml()}>{nameMl}</Detail>}
      {addressMl && <Detail label={m.profile_address_ml()}>{addressMl}</Detail>}
    </>
  );
}

function Contact({ phone, email }: { phone: string; email: string }) {
  return (
    <>
      <Detail label={m.field_phone_number()}>
        <PhoneLink number={phone} />
      </Detail>
      <Detail label={m.field_email()}>{email}</Detail>
    </>
  );
}

function Since({ appliedAt, approvedAt }: Approval & { appliedAt: string }) {
  return (
    <>
      <Detail label={m.admin_applied()}>{momentLabel(appliedAt)}</Detail>
      {approvedAt && <Detail label={m.admin_approved_at()}>{momentLabel(approvedAt)}</Detail>}
    </>
  );
}

const part = lazyModule(() => import("./logins"));

/** Loaded once a sheet is open, because few look at it. */
export function LazyLogins(props: ComponentProps<typeof Logins>) {
  return <LazyComponent module={part}>{({ Logins }) => <Logins {...props} />}</LazyComponent>;
}
