/** /bloodfacts: who can give to whom, who can donate, and how many donors there are. */

import { useQuery } from "@tanstack/react-query";
import { Droplet } from "lucide-react";
import { useState } from "react";
import { useDistrictName } from "../../../api/reference";
import { TitledCard } from "../../../components/card";
import { LinkButton } from "../../../components/links";
import { Loaded } from "../../../components/loaded";
import { NativeSelect } from "../../../components/native-select";
import { RadioTile } from "../../../components/radio-tile";
import { Skeleton } from "../../../components/skeletons";
import { paths } from "../../../lib/paths";
import { m } from "../../../messages";
import { bloodFactsQuery, type DistrictDonors } from "../api";
import { WhoCanDonate } from "../donor/who-can-donate";
import {
  type BloodGroup,
  bloodGroups,
  canGive,
  donorsFor,
  groupName,
  groupNames,
  recipientsOf,
} from "../rules";

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

interface CompatibilityTableProps {
  /** The chosen group: its row and column are highlighted. */
  group: string;
}

/** Red cells, eight by eight: who needs blood on the left, who gives it on top. Fits a phone of 360 px. */
function CompatibilityTable({ group }: CompatibilityTableProps) {
  return (
    <table className="w-full table-fixed text-center text-sm">
      <caption className="mb-3 text-start text-base text-muted">{m.blood_table_caption()}</caption>
      <thead>
        <tr>
          <td />
          <th
            scope="colgroup"
            colSpan={bloodGroups.length}
            className="bg-sunken pt-3 font-semibold text-muted"
          >
            {m.blood_table_donor()}
          </th>
        </tr>
        <tr>
          <th scope="col" className="bg-sunken font-semibold text-muted">
            <span className="max-sm:sr-only">{m.blood_table_recipient()}</span>
          </th>
          {bloodGroups.map((donor) => (
            <th
              key={donor}
              scope="col"
              className={`h-11 bg-sunken font-bold ${donor === group ? "text-blood-ink" : ""}`}
            >
              {groupName(donor)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {bloodGroups.map((recipient) => (
          <tr key={recipient} className="border-t border-line">
            <th
              scope="row"
              className={`h-11 bg-sunken font-bold ${recipient === group ? "text-blood-ink" : ""}`}
            >
              {groupName(recipient)}
            </th>
            {bloodGroups.map((donor) => (
              <Cell
                key={donor}
                donor={donor}
                recipient={recipient}
                isMarked={donor === group || recipient === group}
              />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface CellProps {
  donor: BloodGroup;
  recipient: BloodGroup;
  isMarked: boolean;
}

function Cell({ donor, recipient, isMarked }: CellProps) {
  const suits = canGive(donor, recipient);
  return (
    <td className={isMarked ? "bg-blood-soft" : ""}>
      <span className="sr-only">{suits ? m.blood_table_yes() : m.blood_table_no()}</span>
      {suits ? (
        <Droplet aria-hidden className="mx-auto size-5 fill-blood text-blood" />
      ) : (
        <span aria-hidden className="text-muted">
          ·
        </span>
      )}
    </td>
  );
}

/** The server hides small numbers and rounds others to steps of five. Hidden ones are below this. */
const fewestShown = 10;

/** Numbers of donors: a table on wide screens, one district at a time on phones. */
function DonorCounts() {
  const facts = useQuery(bloodFactsQuery());
  return (
    <Loaded load={facts} fallback={<Skeleton look="h-20 md:h-180" />}>
      {({ donors }) => (
        <>
          <CountsTable rows={donors} />
          <CountsOfOne rows={donors} />
          <p className="mt-4 text-muted">
            <span aria-hidden>&lt;{fewestShown}: </span>
            {m.blood_counts_hidden({ least: fewestShown })}
          </p>
        </>
      )}
    </Loaded>
  );
}

function CountsTable({ rows }: { rows: DistrictDonors[] }) {
  const nameOf = useDistrictName();
  return (
    <table className="w-full max-md:hidden">
      <caption className="sr-only">{m.blood_counts_title()}</caption>
      <thead>
        <tr>
          <th scope="col" className="bg-sunken px-4 text-start font-semibold text-muted">
            {m.field_district()}
          </th>
          {bloodGroups.map((group) => (
            <th key={group} scope="col" className="h-12 bg-sunken font-bold">
              {groupName(group)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.District} className="border-t border-line">
            <th scope="row" className="h-12 px-4 text-start font-semibold">
              {nameOf(row.District)}
            </th>
            {bloodGroups.map((group) => (
              <td key={group} className="text-center">
                <Count row={row} group={group} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CountsOfOne({ rows }: { rows: DistrictDonors[] }) {
  const nameOf = useDistrictName();
  const [district, setDistrict] = useState("");
  const row = rows.find(({ District }) => District === district);
  return (
    <div className="md:hidden">
      <NativeSelect
        label={m.field_district()}
        placeholder={m.form_choose()}
        options={rows.map(({ District }) => ({ id: District, label: nameOf(District) }))}
        value={district}
        onChange={setDistrict}
      />
      <div aria-live="polite">
        {row && (
          <dl className="mt-4 grid grid-cols-4 gap-2 text-center">
            {bloodGroups.map((group) => (
              <div key={group} className="rounded-control bg-sunken py-3">
                <dt className="font-bold text-blood-ink">{groupName(group)}</dt>
                <dd>
                  <Count row={row} group={group} />
                </dd>
              </div>
            ))}
          </dl>
        )}
      </div>
    </div>
  );
}

function Count({ row, group }: { row: DistrictDonors; group: string }) {
  const count = row.counts.find(({ Blood_group }) => Blood_group === group)?.count ?? null;
  if (count !== null) {
    return (
      <span className="font-semibold">
        <span aria-hidden>{count}+</span>
        <span className="sr-only">{m.blood_count_at_least({ count })}</span>
      </span>
    );
  }
  return (
    <span className="text-muted">
      <span aria-hidden>&lt;{fewestShown}</span>
      <span className="sr-only">{m.blood_fewer_than({ least: fewestShown })}</span>
    </span>
  );
}
