/** How the installation is doing: who uses it, what approved visits brought, and the newest doctors. */
import { useQuery } from "@tanstack/react-query";
import { TextLink } from "../../../components/links";
import { ListHeading } from "../../../components/list-heading";
import { Loaded } from "../../../components/loaded";
import { RevenueCard } from "../../../components/revenue-card";
import { adminViews } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { dashboardQuery } from "../api";
import { DashboardDoctors } from "./dashboard-doctors";
import { Totals } from "./totals";
import { YearlyCard } from "./yearly-card";

export function Dashboard({ title }: { title: string }) {
  return (
    <div className="mx-auto flex max-w-screen-xl flex-col gap-6 lg:gap-8">
      <ListHeading title={title}>
        <TextLink to={adminViews.orders}>{m.admin_home_orders()}</TextLink>
      </ListHeading>
      <Totals />
      <Revenue />
      <DashboardDoctors />
    </div>
  );
}

function Revenue() {
  const dashboard = useQuery(dashboardQuery());
  return (
    <Loaded heading="h2" load={dashboard} waiting={<Waiting />}>
      {(figures) => (
        <div className={chartsLook}>
          <RevenueCard title={m.admin_home_revenue()} figures={figures} />
          <YearlyCard figures={figures} />
        </div>
      )}
    </Loaded>
  );
}

const chartsLook = "grid grid-cols-1 gap-4 sm:gap-6 xl:grid-cols-[2fr_1fr]";

/** As tall as the two charts. */
function Waiting() {
  return (
    <div className={chartsLook}>
      <div role="status" className="h-116 animate-pulse rounded-card bg-sunken sm:h-112">
        <span className="sr-only">{m.loading()}</span>
      </div>
      <div className="h-112 animate-pulse rounded-card bg-sunken" />
    </div>
  );
}
