/** /admin/blooddonors: everybody who gives blood. Nobody else ever sees their numbers in a list. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { Droplet } from "lucide-react";
import { useDistrictName, useKeralaDistricts } from "../../../api/reference";
import { Badge } from "../../../components/badge";
import { ExportButton } from "../../../components/export-button";
import { FilterBar } from "../../../components/filter-bar";
import { ListHeading } from "../../../components/list-heading";
import { ListNote } from "../../../components/list-note";
import { NativeSelect } from "../../../components/native-select";
import { NoMatch } from "../../../components/no-match";
import { PagedTable } from "../../../components/paged-table";
import { PhoneLink } from "../../../components/phone-link";
import { useAddressFilters } from "../../../lib/address-filters";
import { districtName } from "../../../lib/districts";
import { genderOptions, labelOf } from "../../../lib/profile-values";
import { m } from "../../../paraglide/messages";
import { donorCount, donorState } from "../admin-words";
import { adminDonorsQuery, useExportDonors } from "../api/admin";
import { AdminGroup } from "../components/admin-group";
import { groupChoices } from "../groups";

export function Page() {
  const { filter, change, clear, isFiltered } = useAddressFilters(["q", "group", "district"]);
  const [group, district] = [filter("group"), filter("district")];
  const filters = { q: filter("q"), group, district };
  const donors = useInfiniteQuery(adminDonorsQuery(filters));
  const file = useExportDonors(filters);
  const districts = useKeralaDistricts();
  const districtOf = useDistrictName();
  return (
    <div className="mx-auto max-w-screen-xl">
      <ListHeading title={m.admin_donors_heading()}>
        <ExportButton isPending={file.isPending} onPress={() => file.mutate()} />
      </ListHeading>
      <FilterBar
        label={m.admin_donors_filters()}
        searchLabel={m.admin_users_search()}
        q={filter("q")}
        onSearch={(text) => change("q", text)}
        fields={3}
        isFiltered={isFiltered}
        onClear={clear}
      >
        <NativeSelect
          label={m.admin_blood_group()}
          placeholder={m.admin_all()}
          options={groupChoices()}
          value={group}
          onChange={(chosen) => change("group", chosen)}
        />
        <NativeSelect
          label={m.find_district()}
          placeholder={m.admin_all()}
          options={districts.map((place) => ({ id: place.name, label: districtName(place) }))}
          value={district}
          onChange={(chosen) => change("district", chosen)}
        />
      </FilterBar>
      <div className="mt-6">
        <PagedTable
          caption={m.admin_donors_heading()}
          list={donors}
          rowKey={({ _id }) => _id}
          countText={donorCount}
          columns={[
            { id: "serial", header: m.serial(), cell: (_, place) => place, onCard: "none" },
            {
              id: "name",
              header: m.profile_name(),
              cell: ({ Name }) => <span className="wrap-anywhere">{Name}</span>,
              onCard: "title",
            },
            {
              id: "group",
              header: m.admin_blood_group(),
              cell: ({ Blood_group }) => <AdminGroup group={Blood_group} />,
            },
            {
              id: "gender",
              header: m.profile_gender(),
              cell: ({ Gender }) => labelOf(genderOptions(), Gender),
            },
            {
              id: "phone",
              header: m.patient_phone(),
              cell: ({ Phone_number }) => <PhoneLink number={Phone_number} />,
            },
            { id: "district", header: m.find_district(), cell: ({ District }) => districtOf(District) },
            {
              id: "status",
              header: m.column_status(),
              cell: ({ status }) => {
                const { tone, label } = donorState(status);
                return <Badge tone={tone}>{label}</Badge>;
              },
            },
          ]}
          empty={
            isFiltered ? (
              <NoMatch heading="h2" text={m.admin_donors_no_match()} onClear={clear} />
            ) : (
              <ListNote
                heading="h2"
                icon={<Droplet aria-hidden className="size-7" />}
                title={m.admin_donors_none_title()}
                text={m.admin_donors_none_text()}
              />
            )
          }
        />
      </div>
    </div>
  );
}
