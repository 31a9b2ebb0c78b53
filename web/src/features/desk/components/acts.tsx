/** What others did at a doctor's desk lately. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { LoadedList } from "../../../components/loaded";
import { TitledCard } from "../../../components/titled-card";
import { Waiting } from "../../../components/waiting";
import { momentLabel } from "../../../lib/india-time";
import { m } from "../../../paraglide/messages";
import { actsQuery, type DeskAct } from "../api/staff";
import { actWords, byWords } from "../words";

export function Acts({ docId }: { docId: string }) {
  const none = { icon: ScrollText, title: m.desk_acts_none_title(), text: m.desk_acts_none_text() };
  return (
    <TitledCard className="mt-8" title={m.desk_acts_title()} text={m.desk_acts_text()}>
      <LoadedList
        load={useInfiniteQuery(actsQuery(docId))}
        waiting={<Waiting className="grid gap-3" blocks={3} look="h-14" />}
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
