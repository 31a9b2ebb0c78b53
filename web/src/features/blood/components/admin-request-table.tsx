import { useInfiniteQuery } from "@tanstack/react-query";
import { Droplets, TriangleAlert } from "lucide-react";
import { useDistrictName } from "../../../api/reference";
import { Badge } from "../../../components/badge";
import { ListNote } from "../../../components/list-note";
import { OpenButton } from "../../../components/open-button";
import { PagedTable } from "../../../components/paged-table";
import { dateLabel } from "../../../lib/visit-time";
import { m } from "../../../paraglide/messages";
import { allRequests, requestCount, requestState } from "../admin-words";
import { type AdminRequest, adminRequestsQuery } from "../api/admin";
import { AdminGroup } from "./admin-group";
import { AdminProgress } from "./admin-progress";

interface AdminRequestTableProps {
  /** The tab whose requests it lists. */
  tab: string;
  onOpen: (id: string) => void;
}

export function AdminRequestTable({ tab, onOpen }: AdminRequestTableProps) {
  const requests = useInfiniteQuery(adminRequestsQuery(tab === allRequests ? "" : tab));
  const districtOf = useDistrictName();
  return (
    <PagedTable
      caption={m.blood_request()}
      list={requests}
      rowKey={({ _id }) => _id}
      countText={requestCount}
      columns={[
        { id: "serial", header: m.serial(), cell: (_, place) => place, onCard: "none" },
        {
          id: "patient",
          header: m.patient_name(),
          cell: ({ _id, Patient_name }) => (
            <OpenButton onPress={() => onOpen(_id)}>{Patient_name}</OpenButton>
          ),
          onCard: "title",
        },
        {
          id: "group",
          header: m.admin_blood_group(),
          cell: ({ Blood_group }) => <AdminGroup group={Blood_group} />,
        },
        {
          id: "hospital",
          header: m.doctor_hospital(),
          cell: ({ Hospital, District }) => (
            <span className="wrap-anywhere">
              {Hospital}
              <span className="block text-sm text-muted">{districtOf(District)}</span>
            </span>
          ),
        },
        {
          id: "needed",
          header: m.admin_blood_needed(),
          cell: ({ Needed_by }) => <span className="@4xl:whitespace-nowrap">{dateLabel(Needed_by)}</span>,
        },
        {
          id: "progress",
          header: m.admin_blood_progress(),
          cell: (request) => <AdminProgress request={request} />,
          onCard: "wide",
        },
        {
          id: "status",
          header: m.column_status(),
          cell: (request) => <Status request={request} />,
        },
      ]}
      empty={
        <ListNote
          heading="h2"
          icon={<Droplets aria-hidden className="size-7" />}
          title={m.admin_blood_none_title()}
          text={m.admin_blood_none_text()}
        />
      }
    />
  );
}

function Status({ request: { status, reports, blocked } }: { request: AdminRequest }) {
  const { tone, label } = requestState(status);
  return (
    <span className="flex flex-col items-start gap-1.5">
      <Badge tone={tone}>{label}</Badge>
      {blocked && <Badge tone="bad">{m.admin_blocked()}</Badge>}
      {reports > 0 && (
        <span className="inline-flex items-center gap-1.5 text-sm font-semibold text-blood-ink">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          {reports === 1 ? m.admin_reports_count_one() : m.admin_reports_count({ count: reports })}
        </span>
      )}
    </span>
  );
}
