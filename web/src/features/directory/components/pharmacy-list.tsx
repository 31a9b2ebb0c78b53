import { useInfiniteQuery } from "@tanstack/react-query";
import { Store } from "lucide-react";
import { useDeferredValue } from "react";
import { useDistrictName } from "../../../api/reference";
import { Button } from "../../../components/button";
import { LinkButton } from "../../../components/links";
import { LoadedList } from "../../../components/loaded";
import { Skeleton } from "../../../components/skeletons";
import { useHydrated } from "../../../lib/hydrated";
import { useIndiaTime } from "../../../lib/india-time";
import { pharmacyRegister } from "../../../lib/paths";
import { m } from "../../../messages";
import { pharmaciesQuery } from "../api";
import type { PharmacyFilters } from "../filters";
import { PharmacyCard } from "./pharmacy-card";

interface PharmacyListProps {
  filters: PharmacyFilters;
  onClear: () => void;
}

const gridLook = "mt-4 grid gap-4 transition-opacity md:grid-cols-2 md:gap-5 xl:grid-cols-3";

export function PharmacyList({ filters, onClear }: PharmacyListProps) {
  const hydrated = useHydrated();
  const found = useInfiniteQuery({ ...pharmaciesQuery(filters), enabled: hydrated });
  // Deferred: React renders the cards in slices, so that phones stay responsive.
  const data = useDeferredValue(found.data);
  const nameOf = useDistrictName();
  const now = useIndiaTime();
  return (
    <div className="mt-6">
      <LoadedList
        isAutomatic
        heading="h2"
        load={{ ...found, data }}
        fallback={<Skeleton line="h-11 w-56" className={gridLook} blocks={6} look="h-77" />}
        above={(total) =>
          total > 0 && (
            <h2 aria-live="polite" className="flex min-h-11 items-center text-2xl font-bold">
              {pharmaciesFound(total)}
            </h2>
          )
        }
        none={none(filters, onClear)}
      >
        {(pharmacies, isBusy) => (
          <ul aria-busy={isBusy} className={`${gridLook} ${isBusy ? "opacity-60" : ""}`}>
            {pharmacies.map((pharmacy) => (
              <li key={pharmacy._id}>
                <PharmacyCard pharmacy={pharmacy} district={nameOf(pharmacy.District)} now={now} />
              </li>
            ))}
          </ul>
        )}
      </LoadedList>
    </div>
  );
}

function none({ district, q }: PharmacyFilters, onClear: () => void) {
  if (q) {
    const children = <Button onPress={onClear}>{m.find_clear()}</Button>;
    return { icon: Store, title: m.medicines_no_match(), text: m.medicines_no_match_text(), children };
  }
  return {
    icon: Store,
    title: district ? m.medicines_empty() : m.medicines_empty_all(),
    text: m.medicines_empty_text(),
    children: (
      <>
        {district && <Button onPress={onClear}>{m.medicines_everywhere()}</Button>}
        <LinkButton tone={district ? "quiet" : "brand"} to={pharmacyRegister}>
          {m.medicines_register()}
        </LinkButton>
      </>
    ),
  };
}

export function pharmaciesFound(total: number): string {
  return m.medicines_count({ count: total });
}
