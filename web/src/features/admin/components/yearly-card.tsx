import { SampleMark } from "../../../components/badge";
import { Card } from "../../../components/card";
import { DoughnutChart } from "../../../components/doughnut-chart";
import { sampleTotal, sumOf } from "../../../components/revenue";
import { rupees } from "../../../lib/money";
import { m } from "../../../paraglide/messages";
import type { AdminFigures } from "../api";
import { yearSlices } from "../years";

/** What the last three years brought. */
export function YearlyCard({ figures }: { figures: AdminFigures }) {
  const slices = yearSlices(figures);
  return (
    <Card className="flex flex-col gap-5 max-sm:p-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="text-xl font-bold">{m.admin_home_yearly()}</h2>
        {figures.sample && <SampleMark />}
      </div>
      <DoughnutChart
        title={m.admin_home_yearly()}
        slices={slices}
        labelHeading={m.admin_home_year()}
        valueHeading={m.revenue_amount()}
        format={rupees}
      >
        <p className="text-2xl font-bold">{figures.sample ? sampleTotal : rupees(sumOf(slices))}</p>
        <p className="text-muted">{m.monthly_total()}</p>
      </DoughnutChart>
    </Card>
  );
}
