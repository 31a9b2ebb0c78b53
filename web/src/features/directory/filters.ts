/** What visitors search for, as it stands in the address: `?value=` is the speciality. */
import { type Filters, useFilters } from "../../lib/address";
import { useHydrated } from "../../lib/hydrated";

/** An old client writes the word for "nothing". */
const filter = { read: (written: string) => (written === "null" ? "" : written) };

export const doctorParams = { district: filter, specialization: { ...filter, as: "value" }, q: filter };
export const pharmacyParams = { district: filter, q: filter };

export type DoctorFilters = Filters<typeof doctorParams>;
export type PharmacyFilters = Filters<typeof pharmacyParams>;

/** A prerendered page knows no address: nothing is filtered until the browser has taken it over. */
export function usePageFilters<Name extends string>(params: Record<Name, typeof filter>) {
  const hydrated = useHydrated();
  const used = useFilters(params);
  return hydrated ? used : { ...used, filters: nothing(used.filters), isFiltered: false };
}

function nothing<Of extends Record<string, string>>(filters: Of): Of {
  return { ...filters, ...Object.fromEntries(Object.keys(filters).map((name) => [name, ""])) };
}
