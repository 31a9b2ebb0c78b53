/** Placeholders during loading, of the size of the content, so that the layout does not shift. */
import type { ReactNode } from "react";
import { m } from "../messages";

interface SkeletonProps {
  /** Layout of the blocks. */
  className?: string;
  /** Number of blocks, and the height of each. */
  blocks?: number;
  look?: string;
  /** Size of a line above them. */
  line?: string;
  /** Replaces the equal blocks. */
  children?: ReactNode;
}

export function Skeleton({ className = "", blocks = 1, look = "", line, children }: SkeletonProps) {
  return (
    <div role="status" data-loading className="animate-pulse">
      <span className="sr-only">{m.status_loading()}</span>
      {line && <div className={`max-w-full rounded-control bg-line ${line}`} />}
      <div className={className}>
        {children ??
          Array.from({ length: blocks }, (_, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the blocks are all the same.
            <div key={place} className={`rounded-card bg-sunken ${look}`} />
          ))}
      </div>
    </div>
  );
}

const rows = [1, 2, 3, 4];

/** Rows as tall as a DataTable's, or cards as tall as a phone's. */
export function TableSkeleton({ hasCount = false }: { hasCount?: boolean }) {
  return (
    <div className="@container">
      <Skeleton
        line={hasCount ? "mb-3 h-[1lh] w-40" : undefined}
        className="@max-4xl:flex @max-4xl:flex-col @max-4xl:gap-3 @4xl:overflow-hidden @4xl:rounded-card @4xl:border @4xl:border-line @4xl:bg-surface"
      >
        <div className="h-12 bg-sunken @max-4xl:hidden" />
        {rows.map((row) => (
          <div
            key={row}
            className="@max-4xl:h-44 @max-4xl:rounded-card @max-4xl:bg-sunken @4xl:flex @4xl:h-15 @4xl:items-center @4xl:border-t @4xl:border-line @4xl:px-5"
          >
            <div className="h-4 w-full rounded-control bg-sunken @max-4xl:hidden" />
          </div>
        ))}
      </Skeleton>
    </div>
  );
}

/** A sheet's heading, its facts and a list. */
export function SheetSkeleton() {
  return (
    <Skeleton line="h-8 w-56">
      <div className="mt-6 grid gap-4 sm:grid-cols-2">
        {rows.map((row) => (
          <div key={row} className="h-12 rounded-control bg-sunken" />
        ))}
      </div>
      <div className="mt-6 h-40 rounded-card bg-sunken" />
    </Skeleton>
  );
}

/** A figure of a StatCard. */
export function FigureSkeleton() {
  return (
    <span role="status" data-loading className="flex h-[1lh] items-center">
      <span className="sr-only">{m.status_loading()}</span>
      <span className="h-7 w-14 animate-pulse rounded-control bg-line" />
    </span>
  );
}
