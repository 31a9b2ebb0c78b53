/** The three ways to narrow the list. What they say stands in the address, so it survives a reload and a login. */
import { useKeralaDistricts } from "../../../api/reference";
import { ComboBox } from "../../../components/combo-box";
import { type Option, Select } from "../../../components/select";
import { districtName, districtNamed, matchingDistricts } from "../../../lib/districts";
import { specialities, specialityLabel } from "../../../lib/specialities";
import { m } from "../../../paraglide/messages";
import type { Filters } from "../filters";
import { NameField } from "./name-field";

interface DoctorFiltersProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
}

/** A list box has no entry without an id, so "all" needs one. */
const all = "all";

function specialityOptions(chosen: string): Option[] {
  const titles = specialities.map(({ title }) => title);
  // The server understands more spellings than it lists ("Ophthalmology"); what was asked for stays in sight.
  const listed = chosen === "" || titles.includes(chosen) ? titles : [chosen, ...titles];
  return [
    { id: all, label: m.find_speciality_all() },
    ...listed.map((title) => ({ id: title, label: specialityLabel(title) })),
  ];
}

export function DoctorFilters({ filters, onChange }: DoctorFiltersProps) {
  const districts = useKeralaDistricts();
  const chosen = districtNamed(districts, filters.district);
  return (
    <search
      aria-label={m.find_filters()}
      className="grid items-end gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5 md:grid-cols-3"
    >
      <ComboBox
        label={m.find_district()}
        placeholder={m.find_district_all()}
        value={chosen?.name ?? filters.district}
        valueLabel={chosen ? districtName(chosen) : filters.district}
        onChange={(district) => onChange({ ...filters, district })}
        suggest={(text) =>
          matchingDistricts(districts, text).map((district) => ({
            id: district.name,
            label: districtName(district),
          }))
        }
        showLabel={m.find_district_show()}
        clearLabel={m.find_district_clear()}
        emptyLabel={m.find_district_none()}
      />
      <Select
        label={m.find_speciality()}
        name="speciality"
        placeholder={m.find_speciality_all()}
        options={specialityOptions(filters.specialization)}
        value={filters.specialization || all}
        onChange={(id) => onChange({ ...filters, specialization: id === all ? "" : id })}
      />
      <NameField value={filters.q} onChange={(q) => onChange({ ...filters, q })} />
    </search>
  );
}
