import { useQuery } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { Loaded } from "../../../components/loaded";
import { Skeleton } from "../../../components/skeletons";
import { idOf } from "../../../lib/session";
import { isByPhone } from "../../../lib/words";
import { m } from "../../../messages";
import { answeringQuery, doorSettingQuery, type Schedule, scheduleQuery } from "../api";
import { ApprovalForm, DeskCallForm, DoorForm, NoticeForm } from "../schedule/booking-rules";
import { ExtraSessions } from "../schedule/extra-sessions";
import { LeaveCard } from "../schedule/leave-card";
import { SessionsForm } from "../schedule/sessions-form";
import { WeeklyForm } from "../schedule/weekly-form";

export function Page({ title }: { title: string }) {
  const docId = idOf("doctor") ?? "";
  const schedule = useQuery(scheduleQuery(docId));
  const answering = useQuery(answeringQuery(docId));
  const door = useQuery(doorSettingQuery(docId));
  return (
    <div className="mx-auto max-w-6xl">
      <h1 className="text-2xl font-bold sm:text-3xl">{title}</h1>
      <p className="mt-1 mb-6 text-lg text-muted">{m.schedule_text()}</p>
      <Loaded
        heading="h2"
        load={schedule}
        fallback={<Skeleton className={gridLook} blocks={2} look="h-180 sm:h-150" />}
      >
        {(known) => (
          <>
            {known.needsAttention && <NoSlotsNotice />}
            <div className={gridLook}>
              <div className="grid gap-5">
                <Week docId={docId} schedule={known} />
                <Loaded heading="h2" load={answering} fallback={<Skeleton blocks={1} look="h-150" />}>
                  {(known) => <ApprovalForm docId={docId} answering={known} />}
                </Loaded>
              </div>
              <div className="grid gap-5">
                <LeaveCard docId={docId} schedule={known} />
                <ExtraSessions docId={docId} schedule={known} />
                <NoticeForm docId={docId} noticeMinutes={known.noticeMinutes} />
                {[...known.sessions, ...known.extraSessions].some(isByPhone) && (
                  <DeskCallForm docId={docId} deskMayCall={known.deskMayCall} />
                )}
                <Loaded heading="h2" load={door} fallback={<Skeleton blocks={1} look="h-60" />}>
                  {({ tokens }) => <DoorForm docId={docId} tokens={tokens} />}
                </Loaded>
              </div>
            </div>
          </>
        )}
      </Loaded>
    </div>
  );
}

/** A session is at a hospital that has not confirmed the doctor. */
function NoSlotsNotice() {
  return (
    <p role="status" className="mb-5 flex gap-3 rounded-card bg-pending-soft p-4 text-pending-ink">
      <TriangleAlert aria-hidden className="mt-0.5 size-5 shrink-0" />
      {m.sessions_unconfirmed_place()}
    </p>
  );
}

/** The weekly hours: the simple form, or sessions. */
function Week({ docId, schedule }: { docId: string; schedule: Schedule }) {
  const [isWriting, setWriting] = useState(false);
  if (schedule.sessions.length === 0 && !isWriting)
    return <WeeklyForm docId={docId} schedule={schedule} onSessions={() => setWriting(true)} />;
  return <SessionsForm docId={docId} schedule={schedule} onLeave={() => setWriting(false)} />;
}

const gridLook = "grid gap-5 xl:grid-cols-2 xl:items-start";
