/** Search filters in the address; `?value=` is the speciality. */

import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { isEmbedded } from "../../api/preloaded-responses";
import { type Filters, useFilters } from "../../lib/address";
import { useHydrated } from "../../lib/hydrated";
import { indiaTime } from "../../lib/india-time";
import { keepDistrict, lastDistrict } from "../../lib/last-district";
import { evening } from "../../lib/visit-time";

/** Old clients write the word "null" for no value. */
const filter = { read: (written: string) => (written === "null" ? "" : written) };

/** Other values are ignored: they would filter invisibly. */
const oneOf = (offered: readonly string[]) => ({
  read: (written: string) => (offered.includes(written) ? written : ""),
});

/** In the order of their days, today first. */
const whens = ["today", "tomorrow"];
/** In rupees. */
export const highestFees = ["200", "300", "500", "1000"];

export const doctorParams = {
  district: filter,
  specialization: { ...filter, as: "value" },
  q: filter,
  gender: oneOf(["Female", "Male"]),
  maxFee: oneOf(highestFees),
  when: oneOf(whens),
  from: oneOf([evening]),
  mode: oneOf(["phone"]),
};
export const pharmacyParams = { district: filter, q: filter };

export type DoctorFilters = Filters<typeof doctorParams>;
export type PharmacyFilters = Filters<typeof pharmacyParams>;

const dayLength = 24 * 60 * 60_000;

/** The day in India of "today" or "tomorrow" in the address, at the time of opening. */
export function dayMeant(when: string, now: number): string {
  const daysAhead = whens.indexOf(when);
  return daysAhead < 0 ? "" : indiaTime(now + daysAhead * dayLength).day;
}

/** A page without embedded data was not drawn for its address: there filters apply after hydration. */
export function usePageFilters<Name extends string>(params: Record<Name, typeof filter>) {
  const hydrated = useHydrated();
  const { pathname, search } = useLocation();
  const used = useFilters(params);
  const isKnown = hydrated || isEmbedded(pathname + search);
  return isKnown ? used : { ...used, filters: nothing(used.filters), isFiltered: false };
}

function nothing<Of extends Record<string, string>>(filters: Of): Of {
  return { ...filters, ...Object.fromEntries(Object.keys(filters).map((name) => [name, ""])) };
}

interface Search<Filters> {
  filters: Filters;
  change: (changed: Partial<Filters>) => void;
  clear: () => void;
}

/**
 * Opened without a district, a list uses the district of the last search on this device, otherwise the profile's. It does so once: a user
 * who then selects all districts sees all. A search for a name is not changed, because that doctor may be elsewhere.
 */
export function useUsualDistrict<Filters extends { district: string; q: string }>(
  { filters, change, clear }: Search<Filters>,
  ofProfile?: string,
): Omit<Search<Filters>, "filters"> {
  const hydrated = useHydrated();
  const isDone = useRef(false);
  useEffect(() => {
    if (!hydrated || isDone.current) return;
    const usual = filters.district || filters.q ? "" : (lastDistrict() ?? ofProfile);
    // The profile may not be loaded yet.
    if (usual === undefined) return;
    isDone.current = true;
    if (usual) change({ district: usual } as Partial<Filters>);
  });

  return {
    change: (changed) => {
      isDone.current = true;
      if (changed.district !== undefined) keepDistrict(changed.district);
      change(changed);
    },
    clear: () => {
      isDone.current = true;
      keepDistrict("");
      clear();
    },
  };
}
