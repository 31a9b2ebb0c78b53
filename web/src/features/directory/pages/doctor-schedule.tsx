import { useQuery } from "@tanstack/react-query";
import { ErrorState } from "../../../components/error-state";
import { idOf } from "../../../lib/session";
import { m } from "../../../paraglide/messages";
import { scheduleQuery } from "../api/schedule";
import { LeaveCard } from "../components/leave-card";
import { WeeklyForm } from "../components/weekly-form";

export function Page({ title }: { title: string }) {
  const docId = idOf("doctor") ?? "";
  const schedule = useQuery(scheduleQuery(docId));
  if (schedule.isError && !schedule.data) return <ErrorState onRetry={() => schedule.refetch()} />;
  return (
    <div className="mx-auto max-w-6xl">
      <h1 className="text-2xl font-bold sm:text-3xl">{title}</h1>
      <p className="mt-1 mb-6 text-lg text-muted">{m.schedule_text()}</p>
      <div className="grid gap-5 xl:grid-cols-2 xl:items-start">
        {schedule.data ? (
          <>
            <WeeklyForm docId={docId} schedule={schedule.data} />
            <LeaveCard docId={docId} schedule={schedule.data} />
          </>
        ) : (
          <Waiting />
        )}
      </div>
    </div>
  );
}

function Waiting() {
  return (
    <>
      <span role="status" className="sr-only">
        {m.loading()}
      </span>
      <div className="h-150 animate-pulse rounded-card bg-line sm:h-130" />
      <div className="h-180 animate-pulse rounded-card bg-line sm:h-160" />
    </>
  );
}
