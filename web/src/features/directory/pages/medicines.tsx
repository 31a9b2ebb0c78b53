/** /medicines: the approved pharmacies, by the district that stands in the address. */
import { useSearchParams } from "react-router";
import { useHydrated } from "../../../lib/hydrated";
import { m } from "../../../paraglide/messages";
import { DistrictField } from "../components/district-field";
import { PharmacyList } from "../components/pharmacy-list";
import { readFilters, withFilters } from "../filters";

export function Page({ title }: { title: string }) {
  const hydrated = useHydrated();
  const [params, setParams] = useSearchParams();
  const district = hydrated ? readFilters(params).district : "";

  function choose(district: string): void {
    setParams(withFilters(params, { district }), { replace: true });
  }

  return (
    <div className="page py-6 md:py-12">
      <h1 className="text-3xl font-bold sm:text-4xl">{title}</h1>
      <p className="mt-2 text-lg text-muted">{m.medicines_text()}</p>
      <search
        aria-label={m.medicines_filter()}
        className="mt-5 block max-w-xl rounded-card border border-line bg-surface p-4 shadow-card sm:mt-6 sm:p-5"
      >
        <DistrictField value={district} onChange={choose} />
      </search>
      <PharmacyList district={district} onClear={() => choose("")} />
    </div>
  );
}
