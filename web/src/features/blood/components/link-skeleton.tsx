import { m } from "../../../paraglide/messages";

/** The heading and the two cards of a page behind a mailed link, without their words. */
export function LinkSkeleton() {
  return (
    <div role="status" className="page min-h-dvh max-w-3xl animate-pulse py-8 md:py-12">
      <span className="sr-only">{m.loading()}</span>
      <div className="h-9 w-80 max-w-full rounded-control bg-line" />
      <div className="mt-6 h-64 rounded-card bg-line" />
      <div className="mt-6 h-96 rounded-card bg-line" />
    </div>
  );
}
