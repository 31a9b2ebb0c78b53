/** A change of the user's profile that takes effect once an administrator has approved it. */
import { Hourglass } from "lucide-react";
import { momentLabel } from "../lib/india-time";
import { m } from "../messages";
import { Button } from "./button";
import { Detail } from "./fact";
import { OldAndNew } from "./old-and-new";

interface PendingChangeProps {
  /** The changed values; rows without a new value are omitted. */
  rows: readonly { label: string; old?: string | null; new?: string | null }[];
  askedAt: string;
  withdraw: { mutate: (nothing: undefined, then: { onSuccess: () => void }) => void; isPending: boolean };
  /** Called after the change was withdrawn, when this is unmounted. */
  onDone: () => void;
}

export function PendingChange({ rows, askedAt, withdraw, onDone }: PendingChangeProps) {
  return (
    <section aria-labelledby="pending-change" className="rounded-card bg-pending-soft p-4 sm:p-5">
      <h2 id="pending-change" className="flex items-center gap-2 font-bold">
        <Hourglass aria-hidden className="size-5 shrink-0 text-pending-ink" />
        {m.business_change_pending_title()}
      </h2>
      <dl className="mt-3 grid gap-3">
        {rows
          .filter((row) => row.new)
          .map((row) => (
            <Detail key={row.label} label={row.label}>
              <OldAndNew old={row.old || "-"} new={row.new} />
            </Detail>
          ))}
      </dl>
      <p className="mt-3 text-sm">{m.business_change_pending_text({ moment: momentLabel(askedAt) })}</p>
      <div className="mt-4 flex flex-wrap gap-3 max-sm:flex-col">
        <Button
          tone="quiet"
          isPending={withdraw.isPending}
          onPress={() => withdraw.mutate(undefined, { onSuccess: onDone })}
        >
          {m.business_change_cancel()}
        </Button>
      </div>
    </section>
  );
}
