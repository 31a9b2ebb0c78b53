/** A change of the own profile that counts once an administrator has approved it. */
import { Hourglass } from "lucide-react";
import { momentLabel } from "../lib/india-time";
import { m } from "../paraglide/messages";
import { Button } from "./button";
import { Detail } from "./detail";
import { OldAndNew } from "./old-and-new";

interface WaitingChangeProps {
  /** What would change; rows without a new value are left out. */
  rows: readonly { label: string; old?: string | null; new?: string | null }[];
  askedAt: string;
  withdraw: { mutate: (nothing: undefined, then: { onSuccess: () => void }) => void; isPending: boolean };
  /** It waits no longer, and this goes away. */
  onDone: () => void;
}

export function WaitingChange({ rows, askedAt, withdraw, onDone }: WaitingChangeProps) {
  return (
    <section aria-labelledby="waiting-change" className="rounded-card bg-waiting-soft p-4 sm:p-5">
      <h2 id="waiting-change" className="flex items-center gap-2 font-bold">
        <Hourglass aria-hidden className="size-5 shrink-0 text-waiting-ink" />
        {m.business_waits_title()}
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
      <p className="mt-3 text-sm">{m.business_waits_text({ moment: momentLabel(askedAt) })}</p>
      <div className="mt-4 flex flex-wrap gap-3 max-sm:flex-col">
        <Button
          tone="quiet"
          isPending={withdraw.isPending}
          onPress={() => withdraw.mutate(undefined, { onSuccess: onDone })}
        >
          {m.business_waits_cancel()}
        </Button>
      </div>
    </section>
  );
}
