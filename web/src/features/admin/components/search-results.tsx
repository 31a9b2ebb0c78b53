import { m } from "../../../paraglide/messages";
import type { Hit, Kind, KindOfHits } from "../search-hits";

const names: Record<Kind, () => string> = {
  users: m.admin_search_users,
  doctors: m.business_doctors,
  hospitals: m.admin_search_hospitals,
  pharmacies: m.admin_search_pharmacies,
  donors: m.admin_search_donors,
  bookings: m.bookings,
};

interface SearchResultsProps {
  id: string;
  groups: readonly KindOfHits[];
  /** The place of the hit that the arrow keys have reached. */
  marked: number;
  optionId: (place: number) => string;
  isBusy: boolean;
  /** What there is to say where nothing was found. */
  note: string;
  onChoose: (kind: Kind, hit: Hit) => void;
}

/** The list below the search field, which keeps the focus and has the keys. */
export function SearchResults(props: SearchResultsProps) {
  const { id, groups, marked, optionId, isBusy, note, onChoose } = props;
  return (
    <div className="absolute inset-x-0 top-full mt-2 max-h-[80dvh] animate-appear overflow-y-auto overscroll-contain rounded-card border border-line bg-surface p-2 shadow-raised">
      <div id={id} role="listbox" aria-label={m.admin_search_found()} aria-busy={isBusy}>
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
              // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are the field's.
              <div
                key={hit._id}
                id={optionId(from + index)}
                role="option"
                tabIndex={-1}
                aria-selected={from + index === marked}
                data-marked={from + index === marked || undefined}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => onChoose(kind, hit)}
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
        // The field's status says it to screen readers.
        <p aria-hidden className="flex min-h-11 items-center px-3 text-muted">
          {isBusy ? m.loading() : note}
        </p>
      )}
    </div>
  );
}
