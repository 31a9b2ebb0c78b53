import { useQuery } from "@tanstack/react-query";
import { Badge } from "../../../components/badge";
import { Detail } from "../../../components/detail";
import { Loaded } from "../../../components/loaded";
import { Skeleton } from "../../../components/skeletons";
import { TitledCard } from "../../../components/titled-card";
import { momentLabel } from "../../../lib/india-time";
import { dateLabel } from "../../../lib/visit-time";
import { m } from "../../../messages";
import { type Reveal, revealsQuery } from "../api";
import { groupName } from "../groups";
import { usePlaceName } from "../words";

/** Requesters who saw the donor's name and number. */
export function Disclosures({ token }: { token: string }) {
  const reveals = useQuery(revealsQuery(token));
  return (
    <TitledCard title={m.donor_seen_title()} text={m.donor_seen_text()}>
      <Loaded load={reveals} fallback={<Skeleton look="h-24" />}>
        {(seen) =>
          seen.length === 0 ? (
            <p className="font-semibold">{m.donor_seen_none()}</p>
          ) : (
            <ul className="flex flex-col gap-4">
              {seen.map((reveal) => (
                <Seen key={`${reveal.firstAt} ${reveal.what?.phoneHint}`} reveal={reveal} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </TitledCard>
  );
}

function Seen({ reveal }: { reveal: Reveal }) {
  const placeOf = usePlaceName();
  const { request, what, firstAt, lastAt, times, lasts } = reveal;
  return (
    <li className="rounded-control border border-line p-4">
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 font-bold wrap-anywhere">
          {request
            ? m.donor_seen_by({ hospital: request.Hospital, place: placeOf(request) })
            : m.donor_seen_forgotten()}
        </h3>
        <Badge tone={lasts ? "pending" : "quiet"}>{lasts ? m.donor_seen_lasts() : m.donor_seen_over()}</Badge>
      </div>
      {request && (
        <p className="text-muted">
          {m.donor_seen_need({ group: groupName(request.Blood_group), day: dateLabel(request.Needed_by) })}
        </p>
      )}
      <dl className="mt-3 grid gap-3 sm:grid-cols-2">
        <Detail label={m.donor_seen_what()}>
          {what ? `${what.Name}, ${what.phoneHint}` : m.donor_seen_what_unknown()}
        </Detail>
        <Detail label={m.donor_seen_times()}>{m.donor_seen_count({ times })}</Detail>
        <Detail label={m.donor_seen_first()}>{momentLabel(firstAt)}</Detail>
        <Detail label={m.donor_seen_last()}>{momentLabel(lastAt)}</Detail>
      </dl>
    </li>
  );
}
