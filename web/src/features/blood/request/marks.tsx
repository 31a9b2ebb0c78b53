import { Badge, type States } from "../../../components/badge";
import { indiaTime } from "../../../lib/india-time";
import { serverNow } from "../../../lib/server-clock";
import { dateLabel } from "../../../lib/visit-time";
import { m } from "../../../messages";
import { groupName } from "../rules";

/** A blood group, which stands out as on a blood bag. */
export function Group({ group }: { group: string }) {
  return (
    <span className="inline-flex min-w-12 justify-center rounded-control bg-blood-soft px-2 py-1 font-bold text-blood-ink">
      {groupName(group)}
    </span>
  );
}

/** The day on which the blood is needed, marked if that is today. */
export function NeededBy({ day, isRunning = true }: { day: string; isRunning?: boolean }) {
  return (
    <span className="inline-flex flex-col items-start gap-1">
      <span className="@4xl:whitespace-nowrap">{dateLabel(day)}</span>
      {isRunning && day <= indiaTime(serverNow()).day && <Badge tone="bad">{m.blood_needed_today()}</Badge>}
    </span>
  );
}

/** Badge for the review of a request; none if it needs none. */
export const lookStates: States = {
  waits: { tone: "pending", label: m.admin_review_pending },
  missed: { tone: "bad", label: m.admin_review_missed },
  done: { tone: "good", label: m.admin_review_done },
};
