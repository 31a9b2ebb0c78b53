/** Whom a visit is for: the patient, the people whom they saved, or somebody else. */
import { UserRound, UserRoundPlus, UsersRound } from "lucide-react";
import { useId } from "react";
import { RadioTile } from "../../../components/radio-tile";
import { m } from "../../../paraglide/messages";
import type { Person } from "../api/people";
import { me, somebodyElse } from "../people";

interface WhoComesProps {
  people: readonly Person[];
  chosen: string;
  onChoose: (chosen: string) => void;
}

const icon = { "aria-hidden": true, className: "size-5 shrink-0" };

export function WhoComes({ people, chosen, onChoose }: WhoComesProps) {
  const group = useId();
  const choices = [
    { id: me, label: m.who_me(), sign: <UserRound {...icon} /> },
    ...people.map(({ _id, name }) => ({ id: _id, label: name, sign: <UsersRound {...icon} /> })),
    { id: somebodyElse, label: m.who_else(), sign: <UserRoundPlus {...icon} /> },
  ];
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 font-semibold">{m.who_title()}</legend>
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
