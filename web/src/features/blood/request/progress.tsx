import { Badge } from "../../../components/badge";
import { indiaTime } from "../../../lib/india-time";
import { serverNow } from "../../../lib/server-clock";
import { dateLabel } from "../../../lib/visit-time";
import { m } from "../../../messages";
import { groupName } from "../groups";

/** A blood group, as it stands out on a bag. */
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

interface ProgressProps {
  request: { Units: number; accepted: number; asked: number; declined: number };
}

/** How many units have a donor, and how many were asked for them. */
export function Progress({ request: { Units, accepted, asked, declined } }: ProgressProps) {
  const covered = Math.min(accepted, Units);
  return (
    <div className="min-w-36">
      <p className="font-semibold">{m.admin_blood_covered({ covered, units: Units })}</p>
      <svg
        aria-hidden
        viewBox="0 0 100 6"
        preserveAspectRatio="none"
        className="my-1 h-1.5 w-full rounded-full"
      >
        <rect width={100} height={6} className="fill-line" />
        <rect width={(100 * covered) / Units} height={6} className="fill-blood" />
      </svg>
      <p className="text-sm text-muted">{m.admin_blood_answers({ asked, declined })}</p>
    </div>
  );
}
