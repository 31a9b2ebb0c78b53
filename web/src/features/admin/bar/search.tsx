/** Searches people and bookings while typing: by name, number, e-mail or id. */

import { useQuery } from "@tanstack/react-query";
import { Search, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "react-router";
import { fieldLook } from "../../../components/field";
import { useSuggestions } from "../../../components/suggestions";
import { failureText } from "../../../lib/failure";
import { paths } from "../../../lib/paths";
import { useSettled } from "../../../lib/settled";
import { m } from "../../../messages";
import { MIN_SEARCH_LENGTH, searchQuery } from "../api/lists";

const names: Record<Kind, () => string> = {
  users: m.admin_list_users,
  doctors: m.business_doctors,
  hospitals: m.admin_search_hospitals,
  pharmacies: m.admin_search_pharmacies,
  donors: m.admin_list_donors,
  bookings: m.nav_bookings,
};

interface AdminSearchProps {
  /** On narrow screens: closes the field that a button opened. */
  onLeave?: () => void;
}

export function AdminSearch({ onLeave }: AdminSearchProps) {
  const navigate = useNavigate();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState("");
  const [isAsked, setAsked] = useState(false);
  const q = useSettled(typed.trim());
  const search = useQuery(searchQuery(q));

  const isOpen = isAsked && typed.trim().length >= MIN_SEARCH_LENGTH;
  const isBusy = q !== typed.trim() || search.isFetching;
  const groups = isOpen ? hitsByKind(search.data) : [];
  const addresses = groups.flatMap(({ kind, hits }) => hits.map((hit) => addressOf[kind](hit)));
  const note = search.error && !search.data ? failureText(search.error) : foundText(q, addresses.length);
  const { id, listId, unmark, ...suggestions } = useSuggestions({
    count: addresses.length,
    isOpen,
    onOpen: () => setAsked(true),
    best: isBusy || addresses.length === 0 ? undefined : 0,
    onChoose: (place) => {
      leave();
      navigate(addresses[place] ?? "");
    },
    onEscape: leave,
  });

  const isAskedFor = onLeave !== undefined;
  useEffect(() => {
    if (isAskedFor) field.current?.focus();
  }, [isAskedFor]);

  function leave(): void {
    setAsked(false);
    setTyped("");
    unmark();
    onLeave?.();
  }

  return (
    <search className="relative block w-full">
      <Search
        aria-hidden
        className="pointer-events-none absolute inset-y-0 start-4 my-auto size-5 text-muted"
      />
      <input
        {...suggestions.field}
        ref={field}
        inputMode="search"
        enterKeyHint="search"
        aria-label={m.admin_search_label()}
        placeholder={m.admin_search_placeholder()}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setAsked(true);
          unmark();
        }}
        onFocus={() => setAsked(true)}
        onBlur={() => setAsked(false)}
        className={`${fieldLook} ps-12 pe-12 truncate placeholder:text-muted`}
      />
      {(typed !== "" || onLeave) && (
        <button
          type="button"
          aria-label={onLeave ? m.admin_search_close() : m.admin_search_clear()}
          // Keeps the focus in the field: the list closes on blur, before the press ends.
          onMouseDown={(event) => event.preventDefault()}
          onClick={leave}
          className="absolute inset-y-0 end-0.5 my-auto inline-flex size-11 cursor-pointer items-center justify-center rounded-control text-muted hover:bg-sunken"
        >
          <X aria-hidden className="size-5" />
        </button>
      )}
      {isOpen && (
        <div className="absolute inset-x-0 top-full mt-2 max-h-[80dvh] animate-appear overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-2 shadow-raised">
          <div id={listId} role="listbox" aria-label={m.admin_search_found()} aria-busy={isBusy}>
            {groups.map(({ kind, from, hits }) => (
              // biome-ignore lint/a11y/useSemanticElements: a listbox has groups, not fieldsets.
              <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
                <p
                  id={`${id}-${kind}`}
                  role="presentation"
                  className="px-3 py-1 text-sm font-semibold text-muted"
                >
                  {names[kind]()}
                </p>
                {hits.map((hit, index) => (
                  <div
                    key={hit._id}
                    {...suggestions.option(from + index)}
                    className="cursor-pointer rounded-control px-3 py-2 hover:bg-sunken data-marked:bg-brand-soft data-marked:text-brand-ink"
                  >
                    <span className="block font-semibold wrap-anywhere">{hit.title}</span>
                    <span className="block text-sm wrap-anywhere">{hit.detail}</span>
                  </div>
                ))}
              </div>
            ))}
          </div>
          {groups.length === 0 && (
            // Screen readers read it from the field's status.
            <p aria-hidden className="flex min-h-11 items-center px-3 text-muted">
              {isBusy ? m.status_loading() : note}
            </p>
          )}
        </div>
      )}
      <p role="status" className="sr-only">
        {isOpen && !isBusy && note}
      </p>
    </search>
  );
}

function foundText(q: string, count: number): string {
  if (count === 0) return m.admin_search_none({ q });
  return m.admin_search_count({ count });
}

const kinds = ["users", "doctors", "hospitals", "pharmacies", "donors", "bookings"] as const;

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
