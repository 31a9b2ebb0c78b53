/** What the top bar's search finds, in the order of the list, and where each thing is looked at. */
import { adminViews, paths } from "../../lib/paths";

export const kinds = ["users", "doctors", "hospitals", "pharmacies", "donors", "bookings"] as const;

export type Kind = (typeof kinds)[number];

export interface Hit {
  _id: string;
  title: string;
  detail: string;
}

export type Found = Record<Kind, readonly Hit[]>;

export interface KindOfHits {
  kind: Kind;
  /** The place of the first hit among all of them. */
  from: number;
  hits: readonly Hit[];
}

/** Only the kinds of which something was found. */
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

const addresses: Record<Kind, (hit: Hit) => string> = {
  users: (hit) => `${paths.adminUsers}?${query({ q: hit.title, user: hit._id })}`,
  doctors: (hit) => `${paths.adminDoctors}?${query({ q: hit.title, doctor: hit._id })}`,
  hospitals: (hit) => `${adminViews.workers}?${query({ category: "Hospital", q: hit._id })}`,
  pharmacies: (hit) => `${adminViews.workers}?${query({ category: "Pharmacy", q: hit._id })}`,
  donors: (hit) => `${paths.adminDonors}?${query({ q: hit.title })}`,
  bookings: (hit) => `${adminViews.orders}?${query({ q: hit._id })}`,
};

function query(parts: Record<string, string>): string {
  return new URLSearchParams(parts).toString();
}

/** Where the list of its kind shows it: opened where there is more to see, else alone by its id where the list knows ids. */
export function addressOf(kind: Kind, hit: Hit): string {
  return addresses[kind](hit);
}
