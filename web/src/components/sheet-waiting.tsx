import { m } from "../paraglide/messages";

const places = [1, 2, 3, 4];

/** Stands in a sheet until its facts are there. */
export function SheetWaiting() {
  return (
    <div role="status" className="animate-pulse">
      <span className="sr-only">{m.loading()}</span>
      <div className="h-8 w-56 max-w-full rounded-control bg-line" />
      <div className="mt-6 grid gap-4 sm:grid-cols-2">
        {places.map((place) => (
          <div key={place} className="h-12 rounded-control bg-sunken" />
        ))}
      </div>
      <div className="mt-6 h-40 rounded-card bg-sunken" />
    </div>
  );
}
