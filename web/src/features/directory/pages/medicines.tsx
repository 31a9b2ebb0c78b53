/** /medicines: the approved pharmacies, by the district and the name that stand in the address. */
import { useSearchParams } from "react-router";
import { SearchField } from "../../../components/search-field";
import { useHydrated } from "../../../lib/hydrated";
import { m } from "../../../paraglide/messages";
import { DistrictField } from "../components/district-field";
import { PharmacyList } from "../components/pharmacy-list";
import { noFilters, type PlaceFilters, readFilters, withFilters } from "../filters";

export function Page({ title }: { title: string }) {
  const hydrated = useHydrated();
  const [params, setParams] = useSearchParams();
  const { district, q } = hydrated ? readFilters(params) : noFilters;

  // From the address of this moment: what was chosen just before may not be rendered yet.
  function filter(changed: Partial<PlaceFilters>): void {
    setParams(withFilters(new URLSearchParams(window.location.search), changed), { replace: true });
  }

  return (
    <div className="page py-6 md:py-12">
      <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
      <p className="mt-2 text-lg text-muted">{m.medicines_text()}</p>
      <search
        aria-label={m.medicines_filter()}
        className="mt-5 grid max-w-4xl gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:mt-6 sm:p-5 md:grid-cols-2"
      >
        <DistrictField value={district} onChange={(district) => filter({ district })} />
        <SearchField label={m.medicines_name()} value={q} onChange={(q) => filter({ q })} />
      </search>
      <PharmacyList filters={{ district, q }} onClear={() => filter({ district: "", q: "" })} />
    </div>
  );
}
