/** The part of a user's sheet about accounts that lost their number; moves their visits to the owner's present account. */
import { useState } from "react";
import * as v from "valibot";
import { confirmDialogProps } from "../../../api/change";
import { useAsksCode } from "../../../api/second-factor";
import { ActionDialog } from "../../../components/action-dialog";
import { Button } from "../../../components/button";
import { PlainButton } from "../../../components/links";
import { SheetSection } from "../../../components/loaded-sheet";
import { StepUpFields } from "../../../components/step-up-fields";
import { TextField } from "../../../components/text-field";
import { momentLabel } from "../../../lib/india-time";
import { stepUpShape } from "../../../lib/step-up";
import { m } from "../../../messages";
import { type UserDetail, useReturnVisits } from "../api/lists";

interface FormerAccountProps {
  user: UserDetail;
  /** Opens another user's sheet instead of this one. */
  onOpen: (id: string) => void;
  /** Called when the visits are moved and this account is erased. */
  onReturned: () => void;
}

export function FormerAccount({ user, onOpen, onReturned }: FormerAccountProps) {
  const [isReturning, setReturning] = useState(false);
  const { formerNumber, formerAccounts } = user;
  if (!formerNumber && formerAccounts.length === 0) return null;
  return (
    <SheetSection title={m.admin_former_title()}>
      {formerNumber && (
        <>
          <p className="mb-4">
            {m.admin_former_lost({ number: formerNumber.phone, moment: momentLabel(formerNumber.lostAt) })}
          </p>
          <Button tone="soft" onPress={() => setReturning(true)}>
            {m.admin_former_return()}
          </Button>
        </>
      )}
      {formerAccounts.length > 0 && (
        <>
          <p className="mb-3">{m.admin_former_accounts()}</p>
          <ul className="grid gap-3">
            {formerAccounts.map(({ _id, username, lostAt }) => (
              <li key={_id} className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
                <span className="min-w-0 wrap-anywhere">
                  <span className="block font-semibold">{username}</span>
                  <span className="text-sm text-muted">
                    {m.admin_former_until({ moment: momentLabel(lostAt) })}
                  </span>
                </span>
                <PlainButton tone="quiet" onPress={() => onOpen(_id)}>
                  {m.admin_details()}
                </PlainButton>
              </li>
            ))}
          </ul>
        </>
      )}
      {isReturning && formerNumber && (
        <ReturnDialog
          id={user._id}
          name={user.username}
          number={formerNumber.phone}
          onReturned={onReturned}
          onClose={() => setReturning(false)}
        />
      )}
    </SheetSection>
  );
}

const formShape = v.object({ ...stepUpShape.entries, phone_number: v.string() });

interface ReturnDialogProps {
  id: string;
  name: string;
  /** The number that the account had. Prefilled, because its owner may have it again. */
  number: string;
  onReturned: () => void;
  onClose: () => void;
}

function ReturnDialog({ id, name, number, onReturned, onClose }: ReturnDialogProps) {
  const change = useReturnVisits(id);
  const asksCode = useAsksCode("admin", change.error);
  return (
    <ActionDialog
      title={m.admin_former_return_title({ name })}
      text={m.admin_former_return_text()}
      reasonLabel={m.admin_former_checked()}
      reasonHint={m.admin_former_checked_hint()}
      yes={m.admin_former_return()}
      tone="brand"
      {...confirmDialogProps(change, onReturned, (reason, form) => ({
        ...v.parse(formShape, Object.fromEntries(form)),
        reason,
      }))}
      onClose={onClose}
    >
      <TextField
        label={m.admin_former_number()}
        hint={m.admin_former_number_hint()}
        name="phone_number"
        type="tel"
        defaultValue={number}
        autoComplete="off"
        isRequired
      />
      <StepUpFields asksCode={asksCode} />
    </ActionDialog>
  );
}
