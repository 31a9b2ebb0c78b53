/** What visitors search for, as it stands in the address: `?value=` is the speciality. */
import { type Filters, useFilters } from "../../lib/address";
import { useHydrated } from "../../lib/hydrated";
import { indiaTime } from "../../lib/india-time";
import { evening } from "../../lib/visit-time";

/** An old client writes the word for "nothing". */
const filter = { read: (written: string) => (written === "null" ? "" : written) };

/** Only what the page offers counts: anything else would filter without anybody seeing by what. */
const oneOf = (offered: readonly string[]) => ({
  read: (written: string) => (offered.includes(written) ? written : ""),
});

/** In the order of the days that they mean, today first. */
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
};
export const pharmacyParams = { district: filter, q: filter };

export type DoctorFilters = Filters<typeof doctorParams>;
export type PharmacyFilters = Filters<typeof pharmacyParams>;

const dayLength = 24 * 60 * 60_000;

/** India's day that a word of the address means at this moment: "today" in a link is the day on which it is opened. */
export function dayMeant(when: string, now: number): string {
  const daysAhead = whens.indexOf(when);
  return daysAhead < 0 ? "" : indiaTime(now + daysAhead * dayLength).day;
}

/** A prerendered page knows no address: nothing is filtered until the browser has taken it over. */
export function usePageFilters<Name extends string>(params: Record<Name, typeof filter>) {
  const hydrated = useHydrated();
  const used = useFilters(params);
  return hydrated ? used : { ...used, filters: nothing(used.filters), isFiltered: false };
}

function nothing<Of extends Record<string, string>>(filters: Of): Of {
  return { ...filters, ...Object.fromEntries(Object.keys(filters).map((name) => [name, ""])) };
}
