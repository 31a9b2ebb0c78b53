/** What a visitor searches for, as it stands in the address: `?value=` is the speciality. */
export interface Filters {
  district: string;
  specialization: string;
  q: string;
}

/** Pharmacies have no speciality. */
export type PlaceFilters = Pick<Filters, "district" | "q">;

const names = { district: "district", specialization: "value", q: "q" } as const;

export const noFilters: Filters = { district: "", specialization: "", q: "" };

export function readFilters(params: URLSearchParams): Filters {
  const read = (name: string) => {
    const value = params.get(name)?.trim() ?? "";
    // An old client writes the word for "no speciality".
    return value === "null" ? "" : value;
  };
  return { district: read(names.district), specialization: read(names.specialization), q: read(names.q) };
}

/** The address with these filters changed; whatever else stands in it stays. */
export function withFilters(params: URLSearchParams, filters: Partial<Filters>): URLSearchParams {
  const changed = new URLSearchParams(params);
  for (const key of ["district", "specialization", "q"] as const) {
    const value = filters[key];
    if (value) changed.set(names[key], value);
    else if (value === "") changed.delete(names[key]);
  }
  return changed;
}

export function anyFilter(filters: Filters): boolean {
  return Object.values(filters).some(Boolean);
}
