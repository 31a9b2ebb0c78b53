/** /admin/blooddonors: all donors. The only list that shows their numbers. */

import { useInfiniteQuery } from "@tanstack/react-query";
import { Droplet } from "lucide-react";
import { useDistrictName, useKeralaDistricts } from "../../../api/reference";
import { StateBadge } from "../../../components/badge";
import { PagedTable, serial } from "../../../components/data-table";
import { FilterBar } from "../../../components/filter-bar";
import { ListPage } from "../../../components/list-page";
import { PhoneLink } from "../../../components/phone-link";
import { useFilters } from "../../../lib/address";
import { genderOptions, labelOf, placeOptions } from "../../../lib/profile-values";
import { m } from "../../../messages";
import { Group } from "../../blood/request/marks";
import { groupChoices } from "../../blood/rules";
import { adminDonorsQuery, useExportDonors } from "../api/blood";
import { donorCount, donorStates } from "../blood";

const params = { q: { isPrivate: true }, group: {}, district: {} };

export function Page() {
  const search = useFilters(params);
  const districts = useKeralaDistricts();
  const districtOf = useDistrictName();
  return (
    <ListPage
      title={m.admin_donors_heading()}
      file={useExportDonors(search.filters)}
      filters={
        <FilterBar
          label={m.admin_donors_filters()}
          searchLabel={m.admin_users_search()}
          search={search}
          fields={[
            { name: "group", label: m.admin_blood_group(), options: groupChoices() },
            {
              name: "district",
              label: m.field_district(),
              options: placeOptions(districts),
            },
          ]}
        />
      }
    >
      <PagedTable
        caption={m.admin_donors_heading()}
        load={useInfiniteQuery(adminDonorsQuery(search.filters))}
        count={donorCount}
        columns={[
          serial(),
          {
            header: m.field_name(),
            cell: ({ Name }) => <span className="wrap-anywhere">{Name}</span>,
            onCard: "title",
          },
          { header: m.admin_blood_group(), cell: ({ Blood_group }) => <Group group={Blood_group} /> },
          { header: m.profile_gender(), cell: ({ Gender }) => labelOf(genderOptions(), Gender) },
          { header: m.field_phone_number(), cell: ({ Phone_number }) => <PhoneLink number={Phone_number} /> },
          { header: m.field_district(), cell: ({ District }) => districtOf(District) },
          {
            header: m.column_status(),
            cell: ({ status }) => <StateBadge states={donorStates} state={status} />,
          },
        ]}
        none={{ icon: Droplet, title: m.admin_donors_none_title(), text: m.admin_donors_none_text() }}
        search={{ isFiltered: search.isFiltered, noMatch: m.admin_donors_no_match(), onClear: search.clear }}
      />
    </ListPage>
  );
}
