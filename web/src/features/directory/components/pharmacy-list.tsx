import { useInfiniteQuery } from "@tanstack/react-query";
import { Store } from "lucide-react";
import { type ReactNode, useDeferredValue } from "react";
import { useDistrictName } from "../../../api/reference";
import { Button } from "../../../components/button";
import { EmptyState } from "../../../components/empty-state";
import { LinkButton } from "../../../components/links";
import { Loaded } from "../../../components/loaded";
import { MoreBelow } from "../../../components/more-below";
import { useHydrated } from "../../../lib/hydrated";
import { useIndiaTime } from "../../../lib/india-time";
import { pharmacyRegister } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { pharmaciesQuery } from "../api/find";
import { pharmaciesFound } from "../pharmacy-texts";
import { PharmacyCard } from "./pharmacy-card";

interface PharmacyListProps {
  district: string;
  onClear: () => void;
}

export function PharmacyList({ district, onClear }: PharmacyListProps) {
  const hydrated = useHydrated();
  const found = useInfiniteQuery({ ...pharmaciesQuery(district), enabled: hydrated });
  // Deferred, React draws the cards in slices, between which a phone can answer.
  const data = useDeferredValue(found.data);
  const nameOf = useDistrictName();
  const now = useIndiaTime();
  return (
    <div className="mt-6">
      <Loaded heading="h2" load={{ ...found, data }} waiting={<Waiting />}>
        {({ pages }) => {
          const pharmacies = pages.flatMap(({ data }) => data);
          if (pharmacies.length === 0) return <NoPharmacies district={district} onClear={onClear} />;
          return (
            <>
              <h2 aria-live="polite" className={headingLook}>
                {pharmaciesFound(pages[0]?.total ?? 0)}
              </h2>
              <Grid busy={found.isPlaceholderData}>
                {pharmacies.map((pharmacy) => (
                  <li key={pharmacy._id}>
                    <PharmacyCard pharmacy={pharmacy} district={nameOf(pharmacy.District)} now={now} />
                  </li>
                ))}
              </Grid>
              <MoreBelow isAutomatic list={found} />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

const headingLook = "flex min-h-11 items-center text-2xl font-bold";

function Grid({ busy, children }: { busy: boolean; children: ReactNode }) {
  return (
    <ul
      aria-busy={busy}
      className={`mt-4 grid gap-4 transition-opacity md:grid-cols-2 md:gap-5 xl:grid-cols-3 ${busy ? "opacity-60" : ""}`}
    >
      {children}
    </ul>
  );
}

const waitingPlaces = [1, 2, 3, 4, 5, 6];

function Waiting() {
  return (
    <div role="status" className="animate-pulse">
      <span className="sr-only">{m.loading()}</span>
      <div className={headingLook}>
        <div className="h-[1lh] w-56 max-w-full rounded-control bg-line" />
      </div>
      <Grid busy={false}>
        {waitingPlaces.map((place) => (
          <li key={place} aria-hidden className="h-77 rounded-card bg-line" />
        ))}
      </Grid>
    </div>
  );
}

function NoPharmacies({ district, onClear }: PharmacyListProps) {
  return (
    <EmptyState
      heading="h2"
      icon={<Store aria-hidden className="size-9" />}
      title={district ? m.medicines_empty() : m.medicines_empty_all()}
      text={m.medicines_empty_text()}
    >
      {district && <Button onPress={onClear}>{m.medicines_everywhere()}</Button>}
      <LinkButton tone={district ? "quiet" : "brand"} to={pharmacyRegister}>
        {m.medicines_register()}
      </LinkButton>
    </EmptyState>
  );
}
