import { SheetSection } from "../../../components/loaded-sheet";
import { momentLabel } from "../../../lib/india-time";
import { m } from "../../../messages";
import type { AuditRow } from "../api/lists";
import { actionWords } from "../words";

/** Decisions about an account, the latest first. */
export function Story({ rows }: { rows: readonly AuditRow[] }) {
  return (
    <SheetSection title={m.admin_decisions_title()} none={rows.length === 0 && m.admin_decisions_none()}>
      <ol className="flex flex-col gap-4 border-s-2 border-line ps-4">
        {rows.map(({ _id, at, actor, action, reason }) => (
          <li key={_id} className="relative">
            <span aria-hidden className="absolute -start-5.5 top-2 size-2.5 rounded-full bg-brand" />
            <p className="font-semibold">{actionWords(action)}</p>
            <p className="text-sm text-muted wrap-anywhere">{`${momentLabel(at)} · ${actor.name}`}</p>
            {reason && <p className="mt-1 wrap-anywhere">{reason}</p>}
          </li>
        ))}
      </ol>
    </SheetSection>
  );
}
