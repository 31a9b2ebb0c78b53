/** The list's filters, kept in the address. */
import { NativeSelect } from "../../../components/native-select";
import { SearchField } from "../../../components/search-field";
import type { Option } from "../../../lib/profile-values";
import { specialities, specialityLabel } from "../../../lib/specialities";
import { m } from "../../../messages";
import type { DoctorFilters as Filters } from "../filters";
import { DistrictField } from "./district-field";
import { QuickChoices } from "./quick-choices";

interface DoctorFiltersProps {
  filters: Filters;
  /** Says only what has changed. */
  onChange: (changed: Partial<Filters>) => void;
}

function specialityOptions(chosen: string): Option[] {
  const titles = specialities.map(({ title }) => title);
  // The server understands more spellings than it lists ("Ophthalmology"); what was asked for stays in sight.
  const listed = chosen === "" || titles.includes(chosen) ? titles : [chosen, ...titles];
  return [
    { id: "", label: m.find_speciality_all() },
    ...listed.map((title) => ({ id: title, label: specialityLabel(title) })),
  ];
}

export function DoctorFilters({ filters, onChange }: DoctorFiltersProps) {
  return (
    <search aria-label={m.find_filters()}>
      <div className="grid items-end gap-x-2 gap-y-3 rounded-card border border-line bg-surface p-3 shadow-card min-[22.5rem]:grid-cols-2 sm:gap-x-4 sm:p-5 md:grid-cols-3">
        <div className="min-[22.5rem]:max-md:col-span-2">
          <DistrictField value={filters.district} onChange={(district) => onChange({ district })} />
        </div>
        <NativeSelect
          label={m.find_speciality()}
          options={specialityOptions(filters.specialization)}
          value={filters.specialization}
          onChange={(specialization) => onChange({ specialization })}
        />
        <SearchField label={m.find_name()} value={filters.q} onChange={(q) => onChange({ q })} />
      </div>
      <QuickChoices filters={filters} onChange={onChange} />
    </search>
  );
}
