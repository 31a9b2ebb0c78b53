import { useQuery } from "@tanstack/react-query";
import { Building2, Droplet, Stethoscope, UsersRound } from "lucide-react";
import { FailedLine } from "../../../components/failed-line";
import type { Load } from "../../../components/loaded";
import { StatCard } from "../../../components/stat-card";
import { WaitingFigure } from "../../../components/waiting";
import { grouped } from "../../../lib/money";
import { adminViews, paths } from "../../../lib/paths";
import { m } from "../../../paraglide/messages";
import { totalQuery } from "../api";
import { workersOf } from "../worker-addresses";

const icon = { "aria-hidden": true, className: "size-6" };

/** The four counts, each with the way to its list. They have their places before the figures are there. */
export function Totals() {
  const users = useQuery(totalQuery("users"));
  const hospitals = useQuery(totalQuery("hospitals"));
  const doctors = useQuery(totalQuery("doctors"));
  const donors = useQuery(totalQuery("donors"));
  const failed = [users, hospitals, doctors, donors].filter(({ error }) => error);
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4">
        <StatCard
          label={m.admin_home_total_users()}
          to={adminViews.users}
          tone="checked"
          icon={<UsersRound {...icon} />}
        >
          <Count of={users} />
        </StatCard>
        <StatCard
          label={m.admin_home_total_hospitals()}
          to={workersOf("Hospital")}
          tone="waiting"
          icon={<Building2 {...icon} />}
        >
          <Count of={hospitals} />
        </StatCard>
        <StatCard
          label={m.admin_home_total_doctors()}
          to={workersOf("Doctor")}
          icon={<Stethoscope {...icon} />}
        >
          <Count of={doctors} />
        </StatCard>
        <StatCard
          label={m.admin_home_total_donors()}
          to={paths.adminDonors}
          tone="bad"
          icon={<Droplet {...icon} />}
        >
          <Count of={donors} />
        </StatCard>
      </dl>
      {failed[0]?.error && (
        <FailedLine
          what={m.admin_home_figures_failed()}
          error={failed[0].error}
          isRetrying={failed.some(({ isFetching }) => isFetching)}
          onRetry={() => failed.map(({ refetch }) => refetch())}
        />
      )}
    </div>
  );
}

function Count({ of: { data, error } }: { of: Load<number> }) {
  if (data === undefined) return error ? "–" : <WaitingFigure />;
  return (
    <span className="max-sm:text-2xl">
      {grouped(data)} <span className="text-base font-semibold text-muted">{m.admin_home_nos()}</span>
    </span>
  );
}
