/** The three ways to narrow the list. What they say stands in the address, so it survives a reload and a login. */
import { NativeSelect } from "../../../components/native-select";
import { SearchField } from "../../../components/search-field";
import type { Option } from "../../../lib/profile-values";
import { specialities, specialityLabel } from "../../../lib/specialities";
import { m } from "../../../paraglide/messages";
import type { DoctorFilters as Filters } from "../filters";
import { DistrictField } from "./district-field";

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
    <search
      aria-label={m.find_filters()}
      className="grid items-end gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5 md:grid-cols-3"
    >
      <DistrictField value={filters.district} onChange={(district) => onChange({ district })} />
      <NativeSelect
        label={m.find_speciality()}
        options={specialityOptions(filters.specialization)}
        value={filters.specialization}
        onChange={(specialization) => onChange({ specialization })}
      />
      <SearchField label={m.find_name()} value={filters.q} onChange={(q) => onChange({ q })} />
    </search>
  );
}
