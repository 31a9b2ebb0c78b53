import { Checkbox } from "../../../components/checkbox";
import { TitledCard } from "../../../components/titled-card";
import { inLanguage } from "../../../lib/words";
import { m } from "../../../paraglide/messages";
import { type DeskHospital, useLetHospital } from "../api/staff";

interface HospitalDeskProps {
  docId: string;
  /** Which confirmed the doctor. */
  hospital: DeskHospital;
}

/** One box, which is saved as soon as it is pressed. */
export function HospitalDesk({ docId, hospital }: HospitalDeskProps) {
  const letting = useLetHospital(docId);
  return (
    <TitledCard className="mt-8" title={m.desk_hospital_title()} text={m.desk_hospital_text()}>
      <Checkbox
        name="allowed"
        isChecked={letting.isPending ? letting.variables : hospital.allowed}
        onChange={(allowed) => letting.mutate(allowed)}
      >
        {m.desk_hospital_let({ hospital: inLanguage(hospital.Hospital_name, hospital.nameMl) })}
      </Checkbox>
    </TitledCard>
  );
}
