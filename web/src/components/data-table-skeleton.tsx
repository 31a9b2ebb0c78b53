import { m } from "../paraglide/messages";

const places = [1, 2, 3, 4];

/** Stands where a DataTable will be: rows as tall as a table's, or cards as tall as a phone's. */
export function DataTableSkeleton() {
  return (
    <div role="status" className="@container">
      <span className="sr-only">{m.loading()}</span>
      <div className="animate-pulse @max-4xl:flex @max-4xl:flex-col @max-4xl:gap-3 @4xl:overflow-hidden @4xl:rounded-card @4xl:border @4xl:border-line @4xl:bg-surface">
        <div className="h-12 bg-sunken @max-4xl:hidden" />
        {places.map((place) => (
          <div
            key={place}
            className="@max-4xl:h-44 @max-4xl:rounded-card @max-4xl:bg-sunken @4xl:flex @4xl:h-15 @4xl:items-center @4xl:border-t @4xl:border-line @4xl:px-5"
          >
            <div className="h-4 w-full rounded-control bg-sunken @max-4xl:hidden" />
          </div>
        ))}
      </div>
    </div>
  );
}
