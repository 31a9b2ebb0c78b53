/** /admin/audit: who did what to whom, when and from where. Nothing here can be changed. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { Card } from "../../../components/card";
import { PagedTable } from "../../../components/data-table";
import { FilterBar } from "../../../components/filter-bar";
import { ListPage } from "../../../components/list-page";
import { useFilters } from "../../../lib/address";
import { momentLabel } from "../../../lib/india-time";
import { grouped } from "../../../lib/money";
import { m } from "../../../messages";
import { auditLogQuery, auditSealedQuery, phoneFiguresQuery } from "../api/lists";
import {
  actionOptions,
  actionWords,
  actorOptions,
  auditCount,
  kindOptions,
  kindWords,
  listWords,
} from "../words";

const params = { q: { isPrivate: true }, action: {}, subject: {}, actor: {}, from: {}, to: {} };

export function Page({ title }: { title: string }) {
  const search = useFilters(params);
  return (
    <ListPage
      title={title}
      text={useText()}
      filters={
        <FilterBar
          label={m.admin_audit_filters()}
          searchLabel={m.admin_audit_search()}
          search={search}
          fields={[
            { name: "action", label: m.admin_audit_action(), options: actionOptions() },
            { name: "subject", label: m.admin_audit_subject(), options: kindOptions() },
            { name: "actor", label: m.admin_audit_actor(), options: actorOptions() },
            { name: "from", label: m.leave_from() },
            { name: "to", label: m.leave_to() },
          ]}
        />
      }
    >
      <PhoneFigures />
      <PagedTable
        caption={title}
        load={useInfiniteQuery(auditLogQuery(search.filters))}
        count={auditCount}
        columns={[
          {
            header: m.field_when(),
            cell: ({ at }) => <span className="@4xl:whitespace-nowrap">{momentLabel(at)}</span>,
          },
          {
            header: m.admin_audit_who(),
            cell: ({ actor, for: doctor }) =>
              actor.role === "program" ? (
                kindWords(actor.role)
              ) : (
                <Named
                  kind={actedAs(actor.role, doctor)}
                  name={actor._id || actor.role === "operator" ? actor.name : m.admin_audit_unknown()}
                />
              ),
          },
          {
            header: m.admin_audit_what(),
            cell: ({ action, times }) =>
              times > 1
                ? m.admin_audit_times({ what: actionWords(action), count: grouped(times) })
                : actionWords(action),
            onCard: "title",
          },
          {
            header: m.admin_audit_whom(),
            cell: ({ subject: { kind, _id, name } }) => (
              <Named kind={kindWords(kind)} name={kind === "list" ? listWords(_id) : name} />
            ),
          },
          {
            header: m.clinic_reason(),
            cell: ({ reason }) => <span className="wrap-anywhere">{reason ?? "–"}</span>,
            onCard: "wide",
          },
          { header: m.admin_audit_network(), cell: ({ network }) => network ?? "–" },
        ]}
        none={{ icon: ScrollText, title: m.admin_audit_none_title(), text: m.admin_audit_none_text() }}
        search={{ isFiltered: search.isFiltered, noMatch: m.admin_audit_no_match(), onClear: search.clear }}
      />
    </ListPage>
  );
}

/** A description, and until when the log is sealed, once that is loaded. */
function useText() {
  const until = useQuery(auditSealedQuery()).data?.sealedUntil;
  const text = m.admin_audit_text();
  return until ? `${text} ${m.admin_audit_sealed({ moment: momentLabel(until) })}` : text;
}

/** The actor's kind; for desk staff also the doctor. */
function actedAs(role: string, doctor: string | null | undefined): string {
  const kind = kindWords(role);
  return doctor ? m.admin_audit_for({ kind, doctor: m.doctor_name({ name: doctor }) }) : kind;
}

function Named({ kind, name }: { kind: string; name: string }) {
  return (
    <span className="inline-block wrap-anywhere @4xl:min-w-36">
      {name || "–"}
      <span className="block text-sm text-muted">{kind}</span>
    </span>
  );
}

const names: Readonly<Record<string, string>> = { sms: "SMS", whatsapp: "WhatsApp" };

/** The numbers of recently delivered and failed phone messages, if there is a provider. */
export function PhoneFigures() {
  const { data } = useQuery(phoneFiguresQuery());
  if (!data?.set) return null;
  return (
    <Card className="mb-6 p-5">
      <h2 className="font-bold">{m.admin_phone_title({ days: String(data.days) })}</h2>
      <ul className="mt-2 grid gap-1">
        {data.channels.map(({ channel, queued, taken, delivered, failed }) => (
          <li key={channel}>
            <strong>{names[channel] ?? channel}</strong>{" "}
            {m.admin_phone_figures({
              delivered: grouped(delivered),
              taken: grouped(taken),
              queued: grouped(queued),
              failed: grouped(failed),
            })}
          </li>
        ))}
        {data.reasons.map(({ reason, count }) => (
          <li key={reason} className="text-sm text-muted">
            {grouped(count)} × {reason}
          </li>
        ))}
      </ul>
    </Card>
  );
}
