/** Missed visits of the last 90 days by day and hour. */
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../../../components/loaded";
import { Skeleton } from "../../../components/skeletons";
import { TitledCard } from "../../../components/titled-card";
import { timeLabel, weekdayName } from "../../../lib/visit-time";
import { m } from "../../../messages";
import { type NoShow, noShowsQuery } from "../api";

export function NoShows({ docId }: { docId: string }) {
  const counted = useQuery(noShowsQuery(docId));
  return (
    <TitledCard className="mt-8" title={m.queue_no_shows_title()} text={m.queue_no_shows_text()}>
      <Loaded load={counted} fallback={<Skeleton look="h-40" />} missing={m.queue_no_shows_failed()}>
        {(rows) => <Missed rows={rows.filter(({ absent }) => absent > 0)} />}
      </Loaded>
    </TitledCard>
  );
}

/** The hour in which visits begin, as the server counts it. */
const hourLabel = (hour: number) => timeLabel(`${hour}`.padStart(2, "0").concat(":00"));

function Missed({ rows }: { rows: readonly NoShow[] }) {
  if (rows.length === 0) return <p>{m.queue_no_shows_none()}</p>;
  return (
    <table className="w-full max-w-xl text-start">
      <caption className="sr-only">{m.queue_no_shows_title()}</caption>
      <thead>
        <tr className="text-start text-muted">
          <th scope="col" className="py-2 pe-3 text-start font-normal">
            {m.field_when()}
          </th>
          <th scope="col" className="py-2 text-end font-normal">
            {m.queue_absent()}
          </th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ weekday, hour, visits, absent }) => (
          <tr key={`${weekday} ${hour}`} className="border-t border-line">
            <td className="py-2 pe-3">
              {weekdayName(weekday)}, {hourLabel(hour)}
            </td>
            <td className="py-2 text-end font-semibold">
              {m.queue_no_shows_of({ absent: `${absent}`, visits: `${visits}` })}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
