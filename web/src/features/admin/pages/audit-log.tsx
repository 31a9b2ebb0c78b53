/** /admin/audit: who did what to whom and when. Nothing here can be changed. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { FilterBar } from "../../../components/filter-bar";
import { ListPage } from "../../../components/list-page";
import { PagedTable } from "../../../components/paged-table";
import { useFilters } from "../../../lib/address";
import { momentLabel } from "../../../lib/moment-label";
import { m } from "../../../paraglide/messages";
import { auditLogQuery } from "../api";
import { actionOptions, actionWords, actorOptions, auditCount, kindOptions, kindWords } from "../words";

const params = { q: {}, action: {}, subject: {}, actor: {}, from: {}, to: {} };

export function Page({ title }: { title: string }) {
  const search = useFilters(params);
  return (
    <ListPage
      title={title}
      text={m.admin_audit_text()}
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
      <PagedTable
        caption={title}
        load={useInfiniteQuery(auditLogQuery(search.filters))}
        count={auditCount}
        columns={[
          {
            id: "when",
            header: m.admin_audit_when(),
            cell: ({ at }) => <span className="@4xl:whitespace-nowrap">{momentLabel(at)}</span>,
          },
          {
            id: "who",
            header: m.admin_audit_who(),
            cell: ({ actor }) => <Named kind={kindWords(actor.role)} name={actor.name} />,
          },
          {
            id: "what",
            header: m.admin_audit_what(),
            cell: ({ action }) => actionWords(action),
            onCard: "title",
          },
          {
            id: "whom",
            header: m.admin_audit_whom(),
            cell: ({ subject }) => <Named kind={kindWords(subject.kind)} name={subject.name} />,
          },
          {
            id: "reason",
            header: m.clinic_reason(),
            cell: ({ reason }) => <span className="wrap-anywhere">{reason ?? "–"}</span>,
            onCard: "wide",
          },
        ]}
        none={{ icon: ScrollText, title: m.admin_audit_none_title(), text: m.admin_audit_none_text() }}
        search={{ isFiltered: search.isFiltered, noMatch: m.admin_audit_no_match(), onClear: search.clear }}
      />
    </ListPage>
  );
}

function Named({ kind, name }: { kind: string; name: string }) {
  return (
    <span className="inline-block wrap-anywhere @4xl:min-w-36">
      {name}
      <span className="block text-sm text-muted">{kind}</span>
    </span>
  );
}
