import { RadioTile } from "../../../components/radio-tile";
import { m } from "../../../paraglide/messages";
import { bloodGroups, donorsFor, groupName, groupNames, recipientsOf } from "../groups";

interface GroupFinderProps {
  group: string;
  onChange: (group: string) => void;
}

/** One's own group, and in words what the table says about it. */
export function GroupFinder({ group, onChange }: GroupFinderProps) {
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="mb-2 font-semibold">{m.blood_finder()}</legend>
        <div className="grid grid-cols-4 gap-2">
          {bloodGroups.map((choice) => (
            <RadioTile
              key={choice}
              name="group"
              value={choice}
              isChosen={choice === group}
              onChoose={() => onChange(choice)}
            >
              <span className="flex min-h-11.5 items-center font-bold">{groupName(choice)}</span>
            </RadioTile>
          ))}
        </div>
      </fieldset>
      <div aria-live="polite" className="mt-3 min-h-13">
        {group === "" ? (
          <p className="text-muted">{m.blood_finder_hint()}</p>
        ) : (
          <>
            <p>
              {m.blood_finder_gives({ group: groupName(group), groups: groupNames(recipientsOf(group)) })}
            </p>
            <p>{m.blood_finder_takes({ group: groupName(group), groups: groupNames(donorsFor(group)) })}</p>
          </>
        )}
      </div>
    </>
  );
}
