/** What others did at a doctor's desk lately, in words. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { LoadedList } from "../../components/loaded";
import { Skeleton } from "../../components/skeletons";
import { TitledCard } from "../../components/titled-card";
import { momentLabel } from "../../lib/india-time";
import { m } from "../../messages";
import { actsQuery, type DeskAct } from "./api";

export function Acts({ docId }: { docId: string }) {
  const none = { icon: ScrollText, title: m.desk_acts_none_title(), text: m.desk_acts_none_text() };
  return (
    <TitledCard className="mt-8" title={m.desk_acts_title()} text={m.desk_acts_text()}>
      <LoadedList
        load={useInfiniteQuery(actsQuery(docId))}
        fallback={<Skeleton className="grid gap-3" blocks={3} look="h-14" />}
        none={none}
        heading="h3"
      >
        {(acts) => (
          <ul aria-label={m.desk_acts_title()} className="divide-y divide-line border-y border-line">
            {acts.map((act) => (
              <Act key={act._id} act={act} />
            ))}
          </ul>
        )}
      </LoadedList>
    </TitledCard>
  );
}

function Act({ act }: { act: DeskAct }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{actWords(act)}</p>
        <p className="text-sm text-muted wrap-anywhere">{byWords(act.by)}</p>
      </div>
      <p className="text-sm text-muted">{momentLabel(act.at)}</p>
    </li>
  );
}

const actions: Record<string, () => string> = {
  approve: m.admin_did_approve,
  reject: m.admin_did_reject,
  arrived: m.queue_arrived,
  called: m.admin_did_called,
  done: m.queue_done,
  absent: m.queue_absent,
  unmark: m.admin_did_unmark,
  walkin: m.admin_did_walkin,
  add_screen: m.admin_did_add_screen,
  remove_screen: m.admin_did_remove_screen,
  remove: m.admin_did_remove,
  cancel: m.admin_did_cancel,
};

/** As in "Approved: Asha Nair". */
export function actWords({ action, patient_name, detail }: DeskAct): string {
  if (action === "late") return m.desk_act_late({ minutes: detail ?? "0" });
  const what = actions[action]?.() ?? action;
  const whom = patient_name === "" ? what : `${what}: ${patient_name}`;
  return detail ? `${whom} (${detail})` : whom;
}

export function byWords({ name, kind }: DeskAct["by"]): string {
  return kind === "assistant" ? m.desk_by_assistant({ name }) : m.desk_by_staff({ name });
}
