/** /admin/operations: how the installation is doing. */
import { useQuery } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { DataTable } from "../../../components/data-table";
import { Detail } from "../../../components/detail";
import { ListPage } from "../../../components/list-page";
import { Loaded } from "../../../components/loaded";
import { TitledCard } from "../../../components/titled-card";
import { Waiting } from "../../../components/waiting";
import { momentLabel } from "../../../lib/india-time";
import { grouped } from "../../../lib/money";
import { m } from "../../../paraglide/messages";
import { type Operations, operationsQuery, useBackUp, useTestMail } from "../api/operations";
import { DataMap } from "../data-map";
import { Facts, Judged } from "../facts";
import { FailedItems } from "../failed-items";
import { Moment } from "../moment";
import { PhoneCodes } from "../phone-codes";

export function Page({ title }: { title: string }) {
  return (
    <ListPage title={title} text={m.operations_text()}>
      <div className="grid gap-6">
        <Loaded
          load={useQuery(operationsQuery())}
          waiting={<Waiting className="grid gap-6" blocks={3} look="h-56" />}
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
/** Less than this is too little. */
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
          <Detail label={m.operations_sealed()}>
            {state.seals.sealedUntil ? momentLabel(state.seals.sealedUntil) : m.operations_never()}
          </Detail>
          <Detail label={m.operations_checked()}>
            <Judged
              bad={state.seals.problem && m.operations_checked_bad({ problem: state.seals.problem })}
              good={state.seals.checkedAt && m.operations_checked_good()}
            >
              {state.seals.checkedAt ? momentLabel(state.seals.checkedAt) : m.operations_never()}
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
            id: "kept",
            header: m.operations_kept(),
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
            id: "ran",
            header: m.operations_ran(),
            cell: ({ ranAt }) => (ranAt ? <Moment at={ranAt} /> : m.operations_never()),
          },
          {
            id: "deleted",
            header: m.operations_deleted(),
            cell: ({ deletedAt, deleted }) =>
              deletedAt
                ? m.operations_deleted_at({ count: grouped(deleted), moment: momentLabel(deletedAt) })
                : m.operations_never(),
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
        {lastAt ? momentLabel(lastAt) : m.operations_never()}
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
