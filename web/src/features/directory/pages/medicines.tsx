/** /medicines: the approved pharmacies, by the district and the name that stand in the address. */
import { SearchField } from "../../../components/search-field";
import { m } from "../../../messages";
import { DistrictField } from "../components/district-field";
import { PharmacyList } from "../components/pharmacy-list";
import { pharmacyParams, usePageFilters } from "../filters";
import { useUsualDistrict } from "../usual-district";

export function Page({ title }: { title: string }) {
  const search = usePageFilters(pharmacyParams);
  const { filters } = search;
  const { change, clear } = useUsualDistrict(search);
  return (
    <div className="page py-6 md:py-12">
      <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
      <p className="mt-2 text-lg text-muted">{m.medicines_text()}</p>
      <search
        aria-label={m.medicines_filter()}
        className="mt-5 grid max-w-4xl gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:mt-6 sm:p-5 md:grid-cols-2"
      >
        <DistrictField value={filters.district} onChange={(district) => change({ district })} />
        <SearchField label={m.medicines_name()} value={filters.q} onChange={(q) => change({ q })} />
      </search>
      <PharmacyList filters={filters} onClear={clear} />
    </div>
  );
}
