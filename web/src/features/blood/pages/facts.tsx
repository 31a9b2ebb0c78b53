/** /bloodfacts: who can give to whom, who can donate, and how many donors there are. */
import { useState } from "react";
import { LinkButton } from "../../../components/links";
import { RadioTile } from "../../../components/radio-tile";
import { TitledCard } from "../../../components/titled-card";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { WhoCanDonate } from "../donor/who-can-donate";
import { CompatibilityTable } from "../facts/compatibility-table";
import { DonorCounts } from "../facts/donor-counts";
import { bloodGroups, donorsFor, groupName, groupNames, recipientsOf } from "../groups";

export function Page({ title }: { title: string }) {
  const [group, setGroup] = useState("");
  return (
    <div className="page max-w-6xl py-8 md:py-12">
      <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
      <p className="mt-3 max-w-2xl text-lg text-muted">{m.blood_facts_text()}</p>
      <div className="mt-6 grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-8">
        <TitledCard title={m.blood_facts_link()}>
          <GroupFinder group={group} onChange={setGroup} />
          <div className="mt-6">
            <CompatibilityTable group={group} />
          </div>
          <p className="mt-4 font-semibold">{m.blood_cross_match()}</p>
        </TitledCard>
        <div className="flex flex-col gap-6 lg:sticky lg:top-22">
          <WhoCanDonate />
          <div className="grid gap-3">
            <LinkButton to={paths.bloodDonate} tone="blood">
              {m.donate_title()}
            </LinkButton>
            <LinkButton to={paths.bloodRequest} tone="quiet">
              {m.blood_request_title()}
            </LinkButton>
          </div>
        </div>
      </div>
      <TitledCard title={m.blood_counts_title()} text={m.blood_counts_text()} className="mt-8">
        <DonorCounts />
      </TitledCard>
    </div>
  );
}

interface GroupFinderProps {
  group: string;
  onChange: (group: string) => void;
}

/** Choose a group and read its row of the table in words. */
function GroupFinder({ group, onChange }: GroupFinderProps) {
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
