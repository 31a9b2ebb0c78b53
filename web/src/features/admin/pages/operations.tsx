/** /admin/operations: how the installation runs. */

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { MailX } from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import { ConfirmDialog } from "../../../components/action-dialog";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { TitledCard } from "../../../components/card";
import { DataTable, PagedTable } from "../../../components/data-table";
import { Detail } from "../../../components/fact";
import { ListPage } from "../../../components/list-page";
import { Loaded } from "../../../components/loaded";
import { Skeleton, TableSkeleton } from "../../../components/skeletons";
import { focusAfterDialog } from "../../../lib/focus";
import { momentLabel } from "../../../lib/india-time";
import { grouped, rupeesOfPaise } from "../../../lib/money";
import { m } from "../../../messages";
import {
  dataMapQuery,
  type FailedItem,
  failedQuery,
  type Operations,
  operationsQuery,
  useBackUp,
  useDrop,
  useRetry,
  useTestMail,
} from "../api/operations";
import { Facts, Judged, Moment } from "../operations/facts";

export function Page({ title }: { title: string }) {
  return (
    <ListPage title={title} text={m.operations_text()}>
      <div className="grid gap-6">
        <Loaded
          load={useQuery(operationsQuery())}
          fallback={<Skeleton className="grid gap-6" blocks={3} look="h-56" />}
        >
          {(state) => (
            <>
              <State state={state} />
              {state.codes && <PhoneCodes codes={state.codes} />}
              <FailedItems />
              <Retention rows={state.retention} />
            </>
          )}
        </Loaded>
        <DataMap />
      </div>
    </ListPage>
  );
}

const bytesOfGigabyte = 1e9;
/** Less free space than this is a warning. */
const tightDisk = 0.1;

function State({ state }: { state: Operations }) {
  const { mails, phoneMessages, disk } = state;
  return (
    <>
      <TitledCard title={m.operations_program()}>
        <Facts>
          <Detail label={m.operations_version()}>{state.version}</Detail>
          <Detail label={m.operations_engine()}>{state.engine}</Detail>
          <Detail label={m.operations_schema()}>{state.schema}</Detail>
          <Detail label={m.operations_since()}>{momentLabel(state.startedAt)}</Detail>
          <Detail label={m.operations_client_errors()}>
            {m.operations_client_errors_count({ count: state.clientErrors })}
          </Detail>
          <Detail label={m.operations_disk()}>
            {disk && (
              <Judged bad={disk.freeBytes < disk.totalBytes * tightDisk && m.operations_disk_tight()}>
                {m.operations_disk_free({
                  free: grouped(Math.floor(disk.freeBytes / bytesOfGigabyte)),
                  total: grouped(Math.ceil(disk.totalBytes / bytesOfGigabyte)),
                })}
              </Judged>
            )}
          </Detail>
        </Facts>
      </TitledCard>
      <TitledCard title={m.operations_waiting()}>
        <Facts>
          <Detail label={m.operations_mails()}>
            <Judged bad={state.mailsGoTo === "files" && m.operations_files_only()}>
              {waitingText(mails)}
            </Judged>
            <TestMail />
          </Detail>
          <Detail label={m.operations_phone()}>
            {phoneMessages ? waitingText(phoneMessages) : m.operations_not_set()}
          </Detail>
        </Facts>
      </TitledCard>
      <TitledCard title={m.operations_safety()}>
        <Facts>
          <Detail label={m.operations_backup()}>
            <Backup backups={state.backups} />
          </Detail>
          <Detail label={m.operations_sealed_until()}>
            {state.seals.sealedUntil ? momentLabel(state.seals.sealedUntil) : m.value_not_yet()}
          </Detail>
          <Detail label={m.operations_seals_checked()}>
            <Judged
              bad={state.seals.problem && m.operations_seals_broken({ problem: state.seals.problem })}
              good={state.seals.checkedAt && m.operations_seals_unchanged()}
            >
              {state.seals.checkedAt ? momentLabel(state.seals.checkedAt) : m.value_not_yet()}
            </Judged>
          </Detail>
        </Facts>
      </TitledCard>
    </>
  );
}

function Retention({ rows }: { rows: Operations["retention"] }) {
  return (
    <TitledCard title={m.operations_retention()} text={m.operations_retention_text()}>
      <DataTable
        caption={m.operations_retention()}
        rows={rows}
        rowKey={({ job, kept }) => `${job} ${kept}`}
        columns={[
          {
            header: m.operations_retention_period(),
            cell: ({ kept, tables }) => (
              <span className="block wrap-anywhere first-letter:uppercase">
                {kept}
                <span className="block text-sm text-muted" lang="en">
                  {tables.join(", ")}
                </span>
              </span>
            ),
            onCard: "title",
          },
          {
            header: m.operations_retention_checked(),
            cell: ({ ranAt }) => (ranAt ? <Moment at={ranAt} /> : m.value_not_yet()),
          },
          {
            header: m.operations_deleted(),
            cell: ({ deletedAt, deleted }) =>
              deletedAt
                ? m.operations_deleted_at({ count: grouped(deleted), moment: momentLabel(deletedAt) })
                : m.value_not_yet(),
          },
        ]}
      />
    </TitledCard>
  );
}

function waitingText({ waiting, since }: Operations["mails"]): string {
  return since
    ? m.operations_waiting_since({ count: grouped(waiting), moment: momentLabel(since) })
    : m.operations_waiting_none();
}

function Backup({ backups }: { backups?: Operations["backups"] }) {
  if (!backups) return <Badge tone="bad">{m.operations_backup_none()}</Badge>;
  const { lastAt, problem } = backups;
  return (
    <>
      <Judged bad={problem && m.operations_backup_failed({ problem })}>
        {lastAt ? momentLabel(lastAt) : m.value_not_yet()}
      </Judged>
      <BackUpNow />
    </>
  );
}

function BackUpNow() {
  const backUp = useBackUp();
  return (
    <Press isPending={backUp.isPending} onPress={() => backUp.mutate(undefined)}>
      {m.operations_backup_now()}
    </Press>
  );
}

function TestMail() {
  const test = useTestMail();
  return (
    <Press isPending={test.isPending} onPress={() => test.mutate(undefined)}>
      {m.operations_test_mail()}
    </Press>
  );
}

/** A button below a fact. */
function Press(props: Pick<ComponentProps<typeof Button>, "isPending" | "onPress" | "children">) {
  return (
    <span className="mt-2 block">
      <Button tone="soft" {...props} />
    </span>
  );
}

/** From this share of the daily limit the figure is highlighted; the Prometheus alert has the same threshold. */
const nearLimit = 0.5;

export function PhoneCodes({ codes }: { codes: NonNullable<Operations["codes"]> }) {
  const { enabled, today, perDay, last30Days, todayPaise, last30DaysPaise, topPrefix, topPrefixCodes } =
    codes;
  return (
    <TitledCard title={m.operations_codes()}>
      <Facts>
        <Detail label={m.operations_codes_state()}>
          {enabled ? m.value_on() : m.operations_codes_off()}
        </Detail>
        <Detail label={m.operations_codes_today()}>
          <Judged bad={today > perDay * nearLimit && m.operations_codes_near()}>
            {m.operations_codes_of({ count: grouped(today), limit: grouped(perDay) })}
          </Judged>
        </Detail>
        <Detail label={m.operations_codes_month()}>{grouped(last30Days)}</Detail>
        <Detail label={m.operations_codes_cost()}>
          {typeof todayPaise === "number" && typeof last30DaysPaise === "number"
            ? m.operations_codes_cost_value({
                month: rupeesOfPaise(last30DaysPaise),
                today: rupeesOfPaise(todayPaise),
              })
            : m.operations_codes_no_price()}
        </Detail>
        <Detail label={m.operations_codes_top()}>
          {topPrefix
            ? m.operations_codes_top_value({ prefix: topPrefix, count: grouped(topPrefixCodes) })
            : m.operations_codes_none()}
        </Detail>
      </Facts>
    </TitledCard>
  );
}

/** The data map: purpose, retention and readers of every column. Loaded on request. */
function DataMap() {
  const [isOpen, setOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);

  /** The pressed button is gone: the focus moves on. */
  function open(): void {
    setOpen(true);
    heading.current?.focus();
  }

  return (
    <TitledCard title={m.operations_map()} text={m.operations_map_text()} headingRef={heading}>
      {isOpen ? (
        <Tables />
      ) : (
        <Button tone="soft" onPress={open}>
          {m.operations_map_show()}
        </Button>
      )}
    </TitledCard>
  );
}

function Tables() {
  return (
    <Loaded load={useQuery(dataMapQuery())} fallback={<TableSkeleton />}>
      {(tables) =>
        tables.map(({ name, about, columns }) => (
          <details key={name} className="border-t border-line py-3">
            <summary className="cursor-pointer font-semibold wrap-anywhere" lang="en">
              {name} <span className="font-normal text-muted">{about}</span>
            </summary>
            <div className="mt-3">
              <DataTable
                caption={name}
                rows={columns}
                rowKey={(column) => column.name}
                columns={[
                  {
                    header: m.operations_column(),
                    cell: (column) => <code className="wrap-anywhere">{column.name}</code>,
                    onCard: "title",
                  },
                  {
                    header: m.operations_data_why(),
                    cell: ({ why }) => <span lang="en">{why}</span>,
                    onCard: "wide",
                  },
                  { header: m.operations_retention_period(), cell: ({ kept }) => kept, onCard: "wide" },
                  {
                    header: m.operations_data_seen_by(),
                    cell: ({ seen }) => <span lang="en">{seen}</span>,
                    onCard: "wide",
                  },
                ]}
              />
            </div>
          </details>
        ))
      }
    </Loaded>
  );
}

const nameId = ({ _id }: FailedItem) => `failed-${_id}`;

/** E-mails and phone messages that failed for good: each can be retried for a week, or discarded. */
function FailedItems() {
  const retry = useRetry();
  const [dropping, setDropping] = useState<FailedItem>();
  const heading = useRef<HTMLHeadingElement>(null);

  /** The row and its focused button are gone. */
  function gone(): void {
    setDropping(undefined);
    focusAfterDialog(heading.current);
  }

  return (
    <TitledCard title={m.operations_failed()} text={m.operations_failed_text()} headingRef={heading}>
      <PagedTable
        caption={m.operations_failed()}
        load={useInfiniteQuery(failedQuery())}
        columns={[
          {
            header: m.operations_to(),
            cell: (row) => (
              <span id={nameId(row)} className="wrap-anywhere">
                {row.recipient}
              </span>
            ),
            onCard: "title",
          },
          { header: m.field_when(), cell: ({ failedAt }) => <Moment at={failedAt} /> },
          {
            header: m.clinic_reason(),
            cell: ({ reason }) => (
              <span className="wrap-anywhere" lang="en">
                {reason}
              </span>
            ),
            onCard: "wide",
          },
          {
            header: m.column_action(),
            cell: (row) => (
              <div className="flex flex-wrap gap-2">
                {row.retryable && (
                  <Button
                    tone="soft"
                    describedBy={nameId(row)}
                    isPending={retry.isPending && retry.variables === row._id}
                    onPress={() => retry.mutate(row._id, { onSuccess: gone })}
                  >
                    {m.action_try_again()}
                  </Button>
                )}
                <Button tone="blood" describedBy={nameId(row)} onPress={() => setDropping(row)}>
                  {m.operations_discard()}
                </Button>
              </div>
            ),
            onCard: "actions",
          },
        ]}
        none={{ icon: MailX, title: m.operations_failed_none(), text: m.operations_failed_none_text() }}
      />
      {dropping && (
        <ConfirmDialog
          title={m.operations_discard_title()}
          text={m.operations_discard_text({ to: dropping.recipient })}
          yes={m.operations_discard()}
          tone="blood"
          useChange={useDrop}
          of={dropping._id}
          inputOf={() => undefined}
          onDone={gone}
          onClose={() => setDropping(undefined)}
        />
      )}
    </TitledCard>
  );
}
