import type { ReactNode } from "react";
import { m } from "../../../paraglide/messages";

/** The grid of the list of doctors. */
export function DoctorCards({ isBusy, children }: { isBusy: boolean; children: ReactNode }) {
  return (
    <ul
      aria-busy={isBusy}
      className={`grid gap-4 transition-opacity md:grid-cols-2 md:gap-5 2xl:grid-cols-3 ${isBusy ? "opacity-60" : ""}`}
    >
      {children}
    </ul>
  );
}

const places = [1, 2, 3, 4];

/** Stands where it will be, with cards as tall. */
export function DoctorCardsWaiting() {
  return (
    <div role="status">
      <span className="sr-only">{m.loading()}</span>
      <div className="mb-3 h-[1lh] w-40 animate-pulse rounded-control bg-line" />
      <DoctorCards isBusy={false}>
        {places.map((place) => (
          <li key={place} className="h-76 animate-pulse rounded-card bg-sunken" />
        ))}
      </DoctorCards>
    </div>
  );
}
