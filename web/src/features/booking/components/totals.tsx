import { CalendarDays, CircleCheck, CircleX, Hourglass } from "lucide-react";
import { StatCard } from "../../../components/stat-card";
import { WaitingFigure } from "../../../components/waiting-figure";
import { grouped } from "../../../lib/money";
import { m } from "../../../paraglide/messages";
import type { Dashboard } from "../api/doctor";

const icon = { "aria-hidden": true, className: "size-6" };

/** The four counts. They have their places before the figures are there. */
export function Totals({ figures }: { figures: Dashboard | undefined }) {
  return (
    <dl className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
      <StatCard label={m.clinic_total()} icon={<CalendarDays {...icon} />}>
        <Count>{figures?.total}</Count>
      </StatCard>
      <StatCard label={m.clinic_total_pending()} tone="waiting" icon={<Hourglass {...icon} />}>
        <Count>{figures?.pending}</Count>
      </StatCard>
      <StatCard label={m.clinic_total_approved()} tone="checked" icon={<CircleCheck {...icon} />}>
        <Count>{figures?.approved}</Count>
      </StatCard>
      <StatCard label={m.clinic_total_rejected()} tone="bad" icon={<CircleX {...icon} />}>
        <Count>{figures?.rejected}</Count>
      </StatCard>
    </dl>
  );
}

function Count({ children }: { children: number | undefined }) {
  return children === undefined ? <WaitingFigure /> : grouped(children);
}
