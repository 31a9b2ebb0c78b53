import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { useDistrictName } from "../../../api/reference";
import { Badge } from "../../../components/badge";
import { Card } from "../../../components/card";
import { Detail } from "../../../components/detail";
import { Loaded } from "../../../components/loaded";
import { dateLabel } from "../../../lib/visit-time";
import { m } from "../../../paraglide/messages";
import { type Reveal, revealsQuery } from "../api/donor";
import { groupName } from "../groups";
import { momentText } from "../moment-text";

/** Which requesters saw the donor's name and number, when, and whether they still do. */
export function WhoSaw({ token }: { token: string }) {
  const reveals = useQuery(revealsQuery(token));
  const heading = useId();
  return (
    <section aria-labelledby={heading}>
      <Card className="max-sm:p-5 sm:p-8">
        <h2 id={heading} className="text-xl font-bold">
          {m.donor_seen_title()}
        </h2>
        <p className="mt-1 mb-5 text-muted">{m.donor_seen_text()}</p>
        <Loaded load={reveals} waiting={<Waiting />}>
          {(seen) => <Reveals reveals={seen} />}
        </Loaded>
      </Card>
    </section>
  );
}

function Waiting() {
  return (
    <div role="status" className="h-24 animate-pulse rounded-control bg-sunken">
      <span className="sr-only">{m.loading()}</span>
    </div>
  );
}

function Reveals({ reveals }: { reveals: readonly Reveal[] }) {
  if (reveals.length === 0) return <p className="font-semibold">{m.donor_seen_none()}</p>;
  return (
    <ul className="flex flex-col gap-4">
      {reveals.map((reveal) => (
        <li
          key={`${reveal.firstAt} ${reveal.what?.phoneHint}`}
          className="rounded-control border border-line p-4"
        >
          <Seen reveal={reveal} />
        </li>
      ))}
    </ul>
  );
}

function Seen({ reveal }: { reveal: Reveal }) {
  const nameOf = useDistrictName();
  const { request, what, firstAt, lastAt, times, lasts } = reveal;
  const place = request && (request.State === "Kerala" ? nameOf(request.District) : request.District);
  return (
    <>
      <div className="flex flex-wrap items-start justify-between gap-x-3 gap-y-1">
        <h3 className="min-w-0 font-bold wrap-anywhere">
          {request && place
            ? m.donor_seen_by({ hospital: request.Hospital, place })
            : m.donor_seen_forgotten()}
        </h3>
        <Badge tone={lasts ? "waiting" : "quiet"}>{lasts ? m.donor_seen_lasts() : m.donor_seen_over()}</Badge>
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
        <Detail label={m.donor_seen_times()}>
          {times === 1 ? m.donor_seen_once() : m.donor_seen_often({ times })}
        </Detail>
        <Detail label={m.donor_seen_first()}>{momentText(firstAt)}</Detail>
        <Detail label={m.donor_seen_last()}>{momentText(lastAt)}</Detail>
      </dl>
    </>
  );
}
