/** Search hits in the order of the list, each with its link. */
import { paths } from "../../../lib/paths";

export const kinds = ["users", "doctors", "hospitals", "pharmacies", "donors", "bookings"] as const;

export type Kind = (typeof kinds)[number];

interface Hit {
  _id: string;
  title: string;
  detail: string;
}

export type Found = Record<Kind, readonly Hit[]>;

interface KindOfHits {
  kind: Kind;
  /** Index of the group's first hit among all hits. */
  from: number;
  hits: readonly Hit[];
}

/** Kinds with at least one hit. */
export function hitsByKind(found: Found | undefined): KindOfHits[] {
  const groups: KindOfHits[] = [];
  let from = 0;
  for (const kind of kinds) {
    const hits = found?.[kind] ?? [];
    if (hits.length > 0) groups.push({ kind, from, hits });
    from += hits.length;
  }
  return groups;
}

/** The list page that opens each hit's sheet. */
export const addressOf: Record<Kind, (hit: Hit) => string> = {
  users: ({ _id, title }) => `${paths.adminUsers}?user=${_id}${searched(title)}`,
  doctors: ({ _id, title }) => `${paths.adminDoctors}?doctor=${_id}${searched(title)}`,
  hospitals: ({ _id }) => `${paths.adminWorkers}?category=Hospital&hospital=${_id}${searched(_id)}`,
  pharmacies: ({ _id }) => `${paths.adminWorkers}?category=Pharmacy&hospital=${_id}${searched(_id)}`,
  donors: ({ title }) => `${paths.adminDonors}${searched(title)}`,
  bookings: ({ _id }) => `${paths.adminBookings}?booking=${_id}${searched(_id)}`,
};

/** The search parameter of these lists (`lib/address.ts`). */
function searched(q: string): string {
  return `#${new URLSearchParams({ q })}`;
}
