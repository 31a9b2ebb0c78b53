import { m } from "../paraglide/messages";

/** Stands in a StatCard until its figure is there. */
export function WaitingFigure() {
  return (
    <span role="status" className="flex h-[1lh] items-center">
      <span className="sr-only">{m.loading()}</span>
      <span className="h-7 w-14 animate-pulse rounded-control bg-line" />
    </span>
  );
}
