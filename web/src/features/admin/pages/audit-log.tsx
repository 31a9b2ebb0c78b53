/** /admin/audit: who did what to whom and when. Nothing here can be changed. */
import { useInfiniteQuery } from "@tanstack/react-query";
import { ScrollText } from "lucide-react";
import { ListHeading } from "../../../components/list-heading";
import { ListNote } from "../../../components/list-note";
import { NoMatch } from "../../../components/no-match";
import { PagedTable } from "../../../components/paged-table";
import { useAddressFilters } from "../../../lib/address-filters";
import { momentLabel } from "../../../lib/india-time";
import { m } from "../../../paraglide/messages";
import { auditLogQuery } from "../api";
import { actionWords, kindWords } from "../audit-words";
import { AuditSearch, auditFilters } from "../components/audit-search";
import { auditCount } from "../list-words";

export function Page({ title }: { title: string }) {
  const filters = useAddressFilters(auditFilters);
  const { filter, clear, isFiltered } = filters;
  const log = useInfiniteQuery(
    auditLogQuery({
      q: filter("q"),
      action: filter("action"),
      subject: filter("subject"),
      actor: filter("actor"),
      from: filter("from"),
      to: filter("to"),
    }),
  );
  return (
    <div className="mx-auto max-w-screen-xl">
      <ListHeading title={title} />
      <p className="mt-1 text-muted">{m.admin_audit_text()}</p>
      <AuditSearch {...filters} />
      <div className="mt-6">
        <PagedTable
          caption={title}
          list={log}
          rowKey={({ _id }) => _id}
          countText={auditCount}
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
          empty={
            isFiltered ? (
              <NoMatch heading="h2" text={m.admin_audit_no_match()} onClear={clear} />
            ) : (
              <ListNote
                heading="h2"
                icon={<ScrollText aria-hidden className="size-7" />}
                title={m.admin_audit_none_title()}
                text={m.admin_audit_none_text()}
              />
            )
          }
        />
      </div>
    </div>
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
