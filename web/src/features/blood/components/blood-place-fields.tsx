import { useStates } from "../../../api/reference";
import { PlaceFields } from "../../../components/place-fields";
import { m } from "../../../paraglide/messages";

interface BloodPlaceFieldsProps {
  state?: string;
  district?: string;
}

/** Where a donor or a hospital is: Kerala, unless somebody says otherwise. */
export function BloodPlaceFields({ state = "Kerala", district }: BloodPlaceFieldsProps) {
  return (
    <PlaceFields
      stateName="State"
      districtName="District"
      firstState={{ id: state, label: state === "Kerala" ? m.blood_kerala() : state }}
      firstDistrict={district === undefined ? undefined : { id: district, label: district }}
      {...useStates()}
    />
  );
}
