/** /admin/bloodrequests: blood requests, the donors asked, and their answers. */

import { useInfiniteQuery } from "@tanstack/react-query";
import { Droplets, TriangleAlert } from "lucide-react";
import { useDistrictName } from "../../../api/reference";
import { Badge, StateBadge } from "../../../components/badge";
import { PagedTable, serial } from "../../../components/data-table";
import { ListPage } from "../../../components/list-page";
import { OpenButton } from "../../../components/open-button";
import { Tabs } from "../../../components/tabs";
import { useFilters, usePanel } from "../../../lib/address";
import { m } from "../../../messages";
import { Group, lookStates, NeededBy } from "../../blood/request/marks";
import { type AdminRequest, adminRequestsQuery } from "../api/blood";
import { allRequests, firstTab, Progress, requestCount, requestStates, requestTabs } from "../blood";
import { RequestSheet } from "../sheets/blood-request-sheet";

const params = { status: {} };

export function Page({ title }: { title: string }) {
  const { filters, change } = useFilters(params);
  const panel = usePanel("request");
  const tabs = requestTabs();
  const chosen = tabs.find(({ id }) => id === filters.status)?.id ?? firstTab;
  return (
    <ListPage title={title}>
      <Tabs
        label={title}
        tabs={tabs}
        chosen={chosen}
        onChoose={(tab) => change({ status: tab === firstTab ? "" : tab })}
      >
        <Requests key={chosen} tab={chosen} onOpen={panel.open} />
      </Tabs>
      {panel.id && <RequestSheet id={panel.id} onClose={panel.close} />}
    </ListPage>
  );
}

interface RequestsProps {
  /** The tab whose requests it lists. */
  tab: string;
  onOpen: (id: string) => void;
}

function Requests({ tab, onOpen }: RequestsProps) {
  const districtOf = useDistrictName();
  return (
    <PagedTable
      caption={m.blood_request()}
      load={useInfiniteQuery(adminRequestsQuery(tab === allRequests ? "" : tab))}
      count={requestCount}
      columns={[
        serial(),
        {
          header: m.confirm_patient_name(),
          cell: ({ _id, Patient_name }) => (
            <OpenButton onPress={() => onOpen(_id)}>{Patient_name}</OpenButton>
          ),
          onCard: "title",
        },
        { header: m.admin_blood_group(), cell: ({ Blood_group }) => <Group group={Blood_group} /> },
        {
          header: m.doctor_hospital(),
          cell: ({ Hospital, District, inDirectory }) => (
            <span className="wrap-anywhere">
              {Hospital}
              {!inDirectory && (
                <span className="block text-sm text-pending-ink">{m.blood_not_in_directory()}</span>
              )}
              <span className="block text-sm text-muted">{districtOf(District)}</span>
            </span>
          ),
        },
        {
          header: m.admin_blood_needed(),
          cell: ({ Needed_by, status }) => (
            <NeededBy day={Needed_by} isRunning={status === "Open" || status === "Matched"} />
          ),
        },
        {
          header: m.admin_blood_progress(),
          cell: (request) => <Progress request={request} />,
          onCard: "wide",
        },
        { header: m.column_status(), cell: (request) => <Status request={request} /> },
      ]}
      none={{ icon: Droplets, title: m.admin_blood_none_title(), text: m.admin_blood_none_text() }}
    />
  );
}

function Status({ request: { status, reports, blocked, look } }: { request: AdminRequest }) {
  return (
    <span className="flex flex-col items-start gap-1.5">
      <StateBadge states={requestStates} state={status} />
      {lookStates[look] && <StateBadge states={lookStates} state={look} />}
      {blocked && <Badge tone="bad">{m.admin_blocked()}</Badge>}
      {reports > 0 && (
        <span className="inline-flex items-center gap-1.5 text-sm font-semibold text-blood-ink">
          <TriangleAlert aria-hidden className="size-4 shrink-0" />
          {m.admin_reports_count({ count: reports })}
        </span>
      )}
    </span>
  );
}
