import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useDistrictName } from "../../../api/reference";
import { Loaded } from "../../../components/loaded";
import { NativeSelect } from "../../../components/native-select";
import { Skeleton } from "../../../components/skeletons";
import { m } from "../../../messages";
import { bloodFactsQuery, type DistrictDonors } from "../api";
import { bloodGroups, groupName } from "../groups";

/** The server hides small numbers and rounds others to steps of five. Hidden ones are below this. */
const fewestShown = 10;

/** Numbers of donors: a table on wide screens, one district at a time on phones. */
export function DonorCounts() {
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
