import { useDistrictName, useStateName } from "../../../api/reference";
import type { components } from "../../../api/schema";
import { Detail } from "../../../components/detail";
import { PhoneLink } from "../../../components/phone-link";
import { momentLabel } from "../../../lib/india-time";
import { m } from "../../../paraglide/messages";

/** Everything that a hospital or pharmacy has told of itself. */
export function FacilityData({ facility }: { facility: components["schemas"]["FacilityView"] }) {
  const districtOf = useDistrictName();
  const stateOf = useStateName();
  const { Address, City, District, State, Pincode } = facility;
  return (
    <dl className="grid gap-4 sm:grid-cols-2">
      <Detail label={m.join_licence()}>{facility.License_number}</Detail>
      <Detail label={m.patient_phone()}>
        <PhoneLink number={facility.Phone_Number} />
      </Detail>
      <Detail label={m.email()}>{facility.Email}</Detail>
      <Detail label={m.admin_applied()}>{momentLabel(facility.appliedAt)}</Detail>
      <Detail label={m.join_street()} isWide>
        {`${Address}, ${City}, ${districtOf(District)}, ${stateOf(State)} ${Pincode}`}
      </Detail>
    </dl>
  );
}
