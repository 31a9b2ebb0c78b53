/** Fields that a donor and a requester fill in alike. */
import { useStates } from "../../api/reference";
import { PlaceFields } from "../../components/place-fields";
import { RadioGroup } from "../../components/radio-group";
import { m } from "../../paraglide/messages";
import { groupChoices } from "./groups";

interface BloodGroupFieldProps {
  first?: string;
  onChange?: (group: string) => void;
}

/** All eight in sight: nobody has to open a list to find their own. */
export function BloodGroupField(props: BloodGroupFieldProps) {
  return <RadioGroup label={m.blood_group()} name="Blood_group" choices={groupChoices()} {...props} />;
}

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
