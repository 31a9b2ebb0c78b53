import { UserRound, UserRoundPlus, UsersRound } from "lucide-react";
import { useId } from "react";
import { RadioTile } from "../../../components/radio-tile";
import { m } from "../../../messages";
import type { Person } from "../api";
import { me, somebodyElse } from "../people";

interface PatientChoiceProps {
  people: readonly Person[];
  chosen: string;
  onChoose: (chosen: string) => void;
}

const icon = { "aria-hidden": true, className: "size-5 shrink-0" };

export function PatientChoice({ people, chosen, onChoose }: PatientChoiceProps) {
  const group = useId();
  const choices = [
    { id: me, label: m.patient_choice_self(), sign: <UserRound {...icon} /> },
    ...people.map(({ _id, name }) => ({ id: _id, label: name, sign: <UsersRound {...icon} /> })),
    { id: somebodyElse, label: m.patient_choice_other(), sign: <UserRoundPlus {...icon} /> },
  ];
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">{m.patient_choice_title()}</legend>
      <div className="flex flex-wrap gap-2">
        {choices.map(({ id, label, sign }) => (
          <RadioTile key={id} name={group} isChosen={id === chosen} onChoose={() => onChoose(id)}>
            <span className="flex min-h-11 items-center gap-2 px-3 py-1.5 text-start leading-snug font-semibold wrap-anywhere">
              {sign}
              {label}
            </span>
          </RadioTile>
        ))}
      </div>
    </fieldset>
  );
}
