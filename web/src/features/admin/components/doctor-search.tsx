import { useKeralaDistricts } from "../../../api/reference";
import { FilterBar } from "../../../components/filter-bar";
import { NativeSelect } from "../../../components/native-select";
import type { useAddressFilters } from "../../../lib/address-filters";
import { districtName } from "../../../lib/districts";
import { genderOptions } from "../../../lib/profile-values";
import { specialities, specialityName } from "../../../lib/specialities";
import { m } from "../../../paraglide/messages";

export const doctorFilters = ["q", "gender", "specialization", "district"] as const;

type DoctorSearchProps = ReturnType<typeof useAddressFilters<(typeof doctorFilters)[number]>>;

/** The product's three filters, and a search. */
export function DoctorSearch({ filter, change, clear, isFiltered }: DoctorSearchProps) {
  const districts = useKeralaDistricts();
  return (
    <FilterBar
      label={m.find_filters()}
      searchLabel={m.admin_doctors_search()}
      q={filter("q")}
      onSearch={(text) => change("q", text)}
      fields={4}
      isFiltered={isFiltered}
      onClear={clear}
    >
      <NativeSelect
        label={m.profile_gender()}
        placeholder={m.admin_all()}
        options={genderOptions()}
        value={filter("gender")}
        onChange={(gender) => change("gender", gender)}
      />
      <NativeSelect
        label={m.join_specialization()}
        placeholder={m.admin_all()}
        options={specialities.map((speciality) => ({
          id: speciality.title,
          label: specialityName(speciality),
        }))}
        value={filter("specialization")}
        onChange={(specialization) => change("specialization", specialization)}
      />
      <NativeSelect
        label={m.find_district()}
        placeholder={m.admin_all()}
        options={districts.map((district) => ({ id: district.name, label: districtName(district) }))}
        value={filter("district")}
        onChange={(district) => change("district", district)}
      />
    </FilterBar>
  );
}
