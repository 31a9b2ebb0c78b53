import { Card } from "../../../components/card";
import { DoughnutChart, type Slice } from "../../../components/doughnut-chart";
import { sampleTotal } from "../../../components/revenue";
import { SampleMark } from "../../../components/sample-mark";
import { grouped } from "../../../lib/money";
import { m } from "../../../paraglide/messages";
import type { Dashboard } from "../api/doctor";
import { monthOf } from "../month";

/** This month's bookings by what became of them. */
export function MonthCard({ figures }: { figures: Dashboard }) {
  const month = monthOf(figures);
  const slices: Slice[] = [
    { label: m.status_pending(), value: month.pending, colour: "waiting" },
    { label: m.status_checked(), value: month.checked, colour: "checked" },
    { label: m.status_rejected(), value: month.rejected, colour: "blood" },
    { label: m.status_cancelled(), value: month.cancelled, colour: "field" },
  ];
  return (
    <Card className="flex flex-col gap-5 max-sm:p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-xl font-bold">{m.monthly_bookings()}</h2>
        {figures.sample && <SampleMark />}
      </div>
      <DoughnutChart
        title={m.monthly_bookings()}
        slices={slices}
        labelHeading={m.column_status()}
        valueHeading={m.monthly_count()}
      >
        <p className={`font-bold ${figures.sample ? "text-2xl" : "text-4xl"}`}>
          {figures.sample ? sampleTotal : grouped(figures.month.total)}
        </p>
        <p className="text-muted">{m.monthly_total()}</p>
      </DoughnutChart>
    </Card>
  );
}
