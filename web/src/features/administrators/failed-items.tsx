import { useInfiniteQuery } from "@tanstack/react-query";
import { MailX } from "lucide-react";
import { useRef, useState } from "react";
import { asked } from "../../api/change";
import { ActionDialog } from "../../components/action-dialog";
import { Button } from "../../components/button";
import { PagedTable } from "../../components/paged-table";
import { TitledCard } from "../../components/titled-card";
import { focusAfterDialog } from "../../lib/focus";
import { m } from "../../paraglide/messages";
import { type FailedItem, failedQuery, useDrop, useRetry } from "./api/operations";
import { Moment } from "./moment";

const nameId = ({ _id }: FailedItem) => `failed-${_id}`;

/** Mails and messages to phones that were given up: each can be tried again for a week, or dropped. */
export function FailedItems() {
  const retry = useRetry();
  const [dropping, setDropping] = useState<FailedItem>();
  const heading = useRef<HTMLHeadingElement>(null);

  /** The row has left the list, and with it the button that had the focus. */
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
          { id: "when", header: m.admin_audit_when(), cell: ({ failedAt }) => <Moment at={failedAt} /> },
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
                    {m.try_again()}
                  </Button>
                )}
                <Button tone="blood" describedBy={nameId(row)} onPress={() => setDropping(row)}>
                  {m.operations_drop()}
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
      title={m.operations_drop_title()}
      text={m.operations_drop_text({ to: recipient })}
      yes={m.operations_drop()}
      tone="blood"
      {...asked(drop, onDone, () => undefined)}
      onClose={onClose}
    />
  );
}
