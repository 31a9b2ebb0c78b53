/** /admin/administrators: the administrators. They cannot remove themselves. */

import { useInfiniteQuery } from "@tanstack/react-query";
import { ShieldUser, UserRoundPlus } from "lucide-react";
import { useRef, useState } from "react";
import * as v from "valibot";
import { confirmDialogProps } from "../../../api/change";
import { useAsksCode } from "../../../api/second-factor";
import { ActionDialog } from "../../../components/action-dialog";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { PagedTable, serial } from "../../../components/data-table";
import { ListHeading } from "../../../components/list-heading";
import { StepUpFields } from "../../../components/step-up-fields";
import { TextField } from "../../../components/text-field";
import { focusAfterDialog } from "../../../lib/focus";
import { grouped } from "../../../lib/money";
import { stepUpOf, stepUpShape } from "../../../lib/step-up";
import { m } from "../../../messages";
import {
  type Administrator,
  administratorsQuery,
  useAddAdministrator,
  useRemoveAdministrator,
} from "../api/operations";
import { Moment } from "../operations/facts";

const countText = (total: number) => m.admins_count({ count: grouped(total) });

const nameId = ({ _id }: Administrator) => `administrator-${_id}`;

export function Page({ title }: { title: string }) {
  const [isAdding, setAdding] = useState(false);
  const [leaving, setLeaving] = useState<Administrator>();
  const list = useRef<HTMLDivElement>(null);

  /** The row and its focused button are gone. */
  function removed(): void {
    setLeaving(undefined);
    focusAfterDialog(list.current);
  }

  return (
    <div className="mx-auto max-w-screen-lg">
      <ListHeading title={title}>
        <Button onPress={() => setAdding(true)}>
          <UserRoundPlus aria-hidden className="size-5 shrink-0" />
          {m.admins_add()}
        </Button>
      </ListHeading>
      <p className="mt-2 mb-6 text-muted">{m.admins_text()}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields. */}
      <div ref={list} role="group" tabIndex={-1} aria-label={title}>
        <PagedTable
          caption={title}
          load={useInfiniteQuery(administratorsQuery())}
          count={countText}
          columns={[
            serial(),
            {
              header: m.field_email(),
              cell: (row) => (
                <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span id={nameId(row)} className="wrap-anywhere @4xl:min-w-52">
                    {row.email}
                  </span>
                  {row.own && <Badge tone="good">{m.admins_self()}</Badge>}
                </span>
              ),
              onCard: "title",
            },
            { header: m.admins_since(), cell: ({ addedAt }) => <Moment at={addedAt} /> },
            {
              header: m.admins_last_use(),
              cell: ({ lastUsedAt }) => (lastUsedAt ? <Moment at={lastUsedAt} /> : m.value_not_yet()),
            },
            {
              header: m.two_factor_title(),
              cell: ({ twoFactor }) => (
                <Badge tone={twoFactor ? "good" : "pending"}>
                  {twoFactor ? m.value_on() : m.two_factor_off()}
                </Badge>
              ),
            },
            {
              header: m.column_action(),
              cell: (row) =>
                !row.own && (
                  <div className="grid @4xl:inline-grid">
                    <Button tone="quiet" describedBy={nameId(row)} onPress={() => setLeaving(row)}>
                      {m.business_remove()}
                    </Button>
                  </div>
                ),
              onCard: "actions",
            },
          ]}
          none={{ icon: ShieldUser, title: m.admins_none(), text: m.admins_text() }}
        />
      </div>
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
      {leaving && (
        <RemoveDialog administrator={leaving} onDone={removed} onClose={() => setLeaving(undefined)} />
      )}
    </div>
  );
}

const addShape = v.object({ email: v.string(), ...stepUpShape.entries });

function AddDialog({ onClose }: { onClose: () => void }) {
  const add = useAddAdministrator();
  const asksCode = useAsksCode("admin", add.error);
  return (
    <ActionDialog
      title={m.admins_add()}
      text={m.admins_add_text()}
      yes={m.admins_add_yes()}
      tone="brand"
      {...confirmDialogProps(add, onClose, (_, form) => v.parse(addShape, Object.fromEntries(form)))}
      onClose={onClose}
    >
      <TextField label={m.field_email()} name="email" type="email" autoComplete="off" isRequired autoFocus />
      <StepUpFields asksCode={asksCode} />
    </ActionDialog>
  );
}

interface RemoveDialogProps {
  administrator: Administrator;
  onDone: () => void;
  onClose: () => void;
}

function RemoveDialog({ administrator: { _id, email }, onDone, onClose }: RemoveDialogProps) {
  const remove = useRemoveAdministrator(_id);
  const asksCode = useAsksCode("admin", remove.error);
  return (
    <ActionDialog
      title={m.admins_remove_title({ email })}
      text={m.admins_remove_text()}
      reasonHint={m.admin_suspend_hint()}
      yes={m.business_remove()}
      tone="blood"
      {...confirmDialogProps(remove, onDone, (reason, form) => ({ reason, ...stepUpOf(form) }))}
      onClose={onClose}
    >
      <StepUpFields asksCode={asksCode} />
    </ActionDialog>
  );
}
