import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ComboBox } from "../../../components/combo-box";
import { failureText } from "../../../lib/failure";
import { m } from "../../../paraglide/messages";
import { hospitalsQuery } from "../api/find";

export interface ChosenHospital {
  id: string;
  name: string;
}

interface HospitalFieldProps {
  value: ChosenHospital;
  /** Both empty: none. */
  onChange: (hospital: ChosenHospital) => void;
}

const words = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean);

/** A search among the approved hospitals. */
export function HospitalField({ value, onChange }: HospitalFieldProps) {
  const [typed, setTyped] = useState("");
  const found = useQuery(hospitalsQuery(typed.trim()));
  const hospitals = found.data ?? [];
  const emptyLabel = found.error ? failureText(found.error) : m.hospital_none();
  const nameOf = (id: string) => hospitals.find(({ _id }) => _id === id)?.Hospital_name ?? "";

  return (
    <ComboBox
      label={m.doctor_hospital()}
      placeholder={m.hospital_search()}
      value={value.id}
      valueLabel={value.name}
      onChange={(id) => onChange({ id, name: nameOf(id) })}
      onType={setTyped}
      // The answer for the letters before is still there while the next one is on its way.
      suggest={(text) =>
        hospitals
          .map(({ _id, Hospital_name, City }) => ({ id: _id, label: `${Hospital_name}, ${City}` }))
          .filter(({ label }) => words(text).every((word) => label.toLowerCase().includes(word)))
      }
      showLabel={m.hospital_show()}
      clearLabel={m.hospital_clear()}
      emptyLabel={found.isFetching ? m.loading() : emptyLabel}
    />
  );
}
