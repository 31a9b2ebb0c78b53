/** How a doctor's practice is doing, and what waits for a decision. */
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../../../components/loaded";
import { RevenueCard } from "../../../components/revenue-card";
import { idOf } from "../../../lib/session";
import { m } from "../../../paraglide/messages";
import { dashboardQuery } from "../api/doctor";
import { LatestRequests } from "../components/latest-requests";
import { MonthCard } from "../components/month-card";
import { Totals } from "../components/totals";

export function Page({ title }: { title: string }) {
  const docId = idOf("doctor") ?? "";
  return (
    <div className="mx-auto flex max-w-screen-xl flex-col gap-6 lg:gap-8">
      <h1 className="text-3xl font-bold max-sm:lang-ml:text-2xl">{title}</h1>
      <Figures docId={docId} />
      <LatestRequests docId={docId} />
    </div>
  );
}

function Figures({ docId }: { docId: string }) {
  const dashboard = useQuery(dashboardQuery(docId));
  return (
    <Loaded heading="h2" load={dashboard} waiting={<Waiting />}>
      {(figures) => (
        <>
          <Totals figures={figures} />
          <div className={chartsLook}>
            <RevenueCard title={m.revenue_title()} figures={figures} />
            <MonthCard figures={figures} />
          </div>
        </>
      )}
    </Loaded>
  );
}

const chartsLook = "grid grid-cols-1 gap-4 sm:gap-6 xl:grid-cols-[2fr_1fr]";

/** The cards without their figures, and as tall as the two charts. */
function Waiting() {
  return (
    <>
      <Totals figures={undefined} />
      <div className={chartsLook}>
        <div role="status" className="h-116 animate-pulse rounded-card bg-sunken sm:h-112">
          <span className="sr-only">{m.loading()}</span>
        </div>
        <div className="h-112 animate-pulse rounded-card bg-sunken" />
      </div>
    </>
  );
}
