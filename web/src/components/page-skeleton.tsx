import { m } from "../messages";

/** A placeholder of a page's size, so that the layout does not shift when the page is loaded. */
export function PageSkeleton() {
  return (
    <div role="status" data-loading className="page min-h-dvh py-12">
      <span className="sr-only">{m.status_loading()}</span>
      <div className="h-9 w-64 max-w-full animate-pulse rounded-control bg-line" />
      <div className="mt-8 h-40 animate-pulse rounded-card bg-sunken" />
      <div className="mt-5 h-40 animate-pulse rounded-card bg-sunken" />
    </div>
  );
}
