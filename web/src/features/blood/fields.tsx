/** Fields shared by donors and requesters. */
import { useStates } from "../../api/reference";
import { PlaceFields } from "../../components/place-fields";
import { RadioGroup } from "../../components/radio-group";
import { m } from "../../messages";
import { groupChoices } from "./rules";

interface BloodGroupFieldProps {
  first?: string;
  onChange?: (group: string) => void;
}

export function BloodGroupField(props: BloodGroupFieldProps) {
  return <RadioGroup label={m.blood_group()} name="Blood_group" choices={groupChoices()} {...props} />;
}

interface BloodPlaceFieldsProps {
  state?: string;
  district?: string;
}

/** State and district of a donor or hospital, with Kerala as the default. */
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
