import { Palmtree, X } from "lucide-react";
import { IconButton } from "../../../components/icon-button";
import { m } from "../../../paraglide/messages";
import { type Leave, useRemoveLeave } from "../api/own";
import { leaveText } from "../leave";

/** The leave that is still to come or has not ended. */
export function LeaveList({ docId, leave }: { docId: string; leave: readonly Leave[] }) {
  const removal = useRemoveLeave(docId);

  if (leave.length === 0) return <p className="text-muted">{m.leave_none()}</p>;
  return (
    <ul className="flex flex-col gap-2">
      {leave.map((entry) => (
        <li key={entry._id} className="flex items-center gap-3 rounded-control bg-sunken py-2 ps-4 pe-2">
          <Palmtree aria-hidden className="size-5 shrink-0 text-brand" />
          <div className="min-w-0 flex-1">
            <p className="font-semibold">{leaveText(entry)}</p>
            {entry.note && <p className="text-muted wrap-anywhere">{entry.note}</p>}
          </div>
          <IconButton
            label={m.leave_remove({ days: leaveText(entry) })}
            isPending={removal.isPending && removal.variables === entry._id}
            isDisabled={removal.isPending && removal.variables !== entry._id}
            onPress={() => removal.mutate(entry._id)}
          >
            <X aria-hidden className="size-5" />
          </IconButton>
        </li>
      ))}
    </ul>
  );
}
