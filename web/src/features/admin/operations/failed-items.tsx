import { useInfiniteQuery } from "@tanstack/react-query";
import { MailX } from "lucide-react";
import { useRef, useState } from "react";
import { confirmDialogProps } from "../../../api/change";
import { ActionDialog } from "../../../components/action-dialog";
import { Button } from "../../../components/button";
import { PagedTable } from "../../../components/paged-table";
import { TitledCard } from "../../../components/titled-card";
import { focusAfterDialog } from "../../../lib/focus";
import { m } from "../../../messages";
import { type FailedItem, failedQuery, useDrop, useRetry } from "../api/operations";
import { Moment } from "./facts";

const nameId = ({ _id }: FailedItem) => `failed-${_id}`;

/** E-mails and phone messages that failed for good: each can be retried for a week, or discarded. */
export function FailedItems() {
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
            id: "to",
            header: m.operations_to(),
            cell: (row) => (
              <span id={nameId(row)} className="wrap-anywhere">
                {row.recipient}
              </span>
            ),
            onCard: "title",
          },
          { id: "when", header: m.field_when(), cell: ({ failedAt }) => <Moment at={failedAt} /> },
          {
            id: "reason",
            header: m.clinic_reason(),
            cell: ({ reason }) => (
              <span className="wrap-anywhere" lang="en">
                {reason}
              </span>
            ),
            onCard: "wide",
          },
          {
            id: "action",
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
      {dropping && <DropDialog item={dropping} onDone={gone} onClose={() => setDropping(undefined)} />}
    </TitledCard>
  );
}

interface DropDialogProps {
  item: FailedItem;
  onDone: () => void;
  onClose: () => void;
}

function DropDialog({ item: { _id, recipient }, onDone, onClose }: DropDialogProps) {
  const drop = useDrop(_id);
  return (
    <ActionDialog
      title={m.operations_discard_title()}
      text={m.operations_discard_text({ to: recipient })}
      yes={m.operations_discard()}
      tone="blood"
      {...confirmDialogProps(drop, onDone, () => undefined)}
      onClose={onClose}
    />
  );
}
