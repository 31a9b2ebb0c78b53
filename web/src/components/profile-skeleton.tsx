import { m } from "../paraglide/messages";
import { Card } from "./card";

/** As tall as the profile of so many rows that will stand there. */
export function ProfileSkeleton({ rows }: { rows: number }) {
  return (
    <Card className="sm:p-8">
      <span role="status" className="sr-only">
        {m.loading()}
      </span>
      <div className="mb-4 flex items-center gap-4">
        <div className="size-16 animate-pulse rounded-control bg-line" />
        <div className="h-7 w-48 max-w-full animate-pulse rounded-control bg-line" />
      </div>
      {Array.from({ length: rows }, (_, row) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: the rows are all the same.
          key={row}
          className="flex h-21 flex-col justify-center gap-2 border-t border-line first:border-t-0"
        >
          <div className="h-4 w-24 animate-pulse rounded-control bg-sunken" />
          <div className="h-6 w-56 max-w-full animate-pulse rounded-control bg-sunken" />
        </div>
      ))}
    </Card>
  );
}
