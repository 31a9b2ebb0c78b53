import { RadioGroup } from "../../../components/radio-group";
import { m } from "../../../paraglide/messages";
import { groupChoices } from "../groups";

interface BloodGroupFieldProps {
  first?: string;
  onChange?: (group: string) => void;
}

/** All eight in sight: nobody has to open a list to find their own. */
export function BloodGroupField({ first, onChange }: BloodGroupFieldProps) {
  return (
    <RadioGroup
      label={m.blood_group()}
      name="Blood_group"
      choices={groupChoices()}
      first={first}
      onChange={onChange}
    />
  );
}
