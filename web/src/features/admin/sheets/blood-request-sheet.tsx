import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { confirmDialogProps } from "../../../api/change";
import { ActionDialog } from "../../../components/action-dialog";
import { Button } from "../../../components/button";
import { DateField } from "../../../components/date-field";
import { LoadedSheet } from "../../../components/loaded-sheet";
import { addDays } from "../../../lib/days";
import { useIndiaTime } from "../../../lib/india-time";
import { m } from "../../../messages";
import { canBeClosed, canBeExtended, canBeLookedAt } from "../../blood/request/words";
import { MAX_DAYS_AHEAD } from "../../blood/rules";
import {
  adminRequestQuery,
  type RequestDetail,
  useAdminBlockRequester,
  useAdminCloseRequest,
  useAdminExtendRequest,
  useAdminLookAtRequest,
  useAdminUnblockRequester,
} from "../api/blood";
import { RequestAbout } from "./blood-request-about";

interface RequestSheetProps {
  id: string;
  onClose: () => void;
}

const dialogs = {
  look: LookDialog,
  close: CloseDialog,
  extend: ExtendDialog,
  block: BlockDialog,
  unblock: UnblockDialog,
};

/** A blood request with its history and the administrator's actions. */
export function RequestSheet({ id, onClose }: RequestSheetProps) {
  const request = useQuery(adminRequestQuery(id));
  // The question stays the same even if another administrator acts meanwhile.
  const [question, setQuestion] = useState<keyof typeof dialogs>();
  const Dialog = question && dialogs[question];
  return (
    <>
      <LoadedSheet
        title={m.admin_blood_title()}
        load={request}
        onClose={onClose}
        footer={(known, nameId) =>
          (canBeClosed(known) || canBeExtended(known)) && (
            <>
              {canBeLookedAt(known) && (
                <Button describedBy={nameId} onPress={() => setQuestion("look")}>
                  {m.admin_approve()}
                </Button>
              )}
              {canBeClosed(known) && (
                <Button tone="quiet" describedBy={nameId} onPress={() => setQuestion("close")}>
                  {m.admin_blood_close()}
                </Button>
              )}
              {canBeExtended(known) && (
                <Button describedBy={nameId} onPress={() => setQuestion("extend")}>
                  {m.admin_blood_extend()}
                </Button>
              )}
            </>
          )
        }
      >
        {(known, nameId) => (
          <RequestAbout
            request={known}
            nameId={nameId}
            onBlock={() => setQuestion(known.blocked ? "unblock" : "block")}
          />
        )}
      </LoadedSheet>
      {Dialog && request.data && <Dialog request={request.data} onClose={() => setQuestion(undefined)} />}
    </>
  );
}

interface DialogProps {
  request: RequestDetail;
  onClose: () => void;
}

/** Releases a held request: more donors are asked. */
function LookDialog({ request, onClose }: DialogProps) {
  return (
    <ActionDialog
      title={m.clinic_approve_title()}
      text={m.admin_look_text()}
      yes={m.admin_approve()}
      tone="brand"
      {...confirmDialogProps(useAdminLookAtRequest(request._id), onClose, () => undefined)}
      onClose={onClose}
    />
  );
}

function CloseDialog({ request, onClose }: DialogProps) {
  return (
    <ActionDialog
      title={m.admin_blood_close_title()}
      text={m.admin_blood_close_text()}
      reasonHint={m.admin_requester_hint()}
      isReasonOptional
      yes={m.admin_blood_close()}
      tone="blood"
      {...confirmDialogProps(useAdminCloseRequest(request._id), onClose, (reason) => reason)}
      onClose={onClose}
    />
  );
}

function ExtendDialog({ request, onClose }: DialogProps) {
  const today = useIndiaTime()?.day;
  const [day, setDay] = useState(request.Needed_by);
  return (
    <ActionDialog
      title={m.admin_blood_extend_title()}
      text={m.admin_blood_extend_text()}
      yes={m.admin_blood_extend()}
      tone="brand"
      {...confirmDialogProps(useAdminExtendRequest(request._id), onClose, () => day)}
      onClose={onClose}
    >
      <DateField
        label={m.admin_blood_needed()}
        name="Needed_by"
        value={day}
        onChange={setDay}
        first={today}
        last={today && addDays(today, MAX_DAYS_AHEAD)}
      />
    </ActionDialog>
  );
}

/** Blocks a requester's e-mail address. */
function BlockDialog({ request, onClose }: DialogProps) {
  return (
    <ActionDialog
      title={m.admin_block_title({ name: request.Contact_name })}
      text={m.admin_requester_block_text()}
      reasonHint={m.admin_requester_hint()}
      yes={m.admin_block()}
      tone="blood"
      {...confirmDialogProps(useAdminBlockRequester(request._id), onClose, (reason) => reason)}
      onClose={onClose}
    />
  );
}

function UnblockDialog({ request, onClose }: DialogProps) {
  return (
    <ActionDialog
      title={m.admin_unblock_title({ name: request.Contact_name })}
      text={m.admin_requester_unblock_text()}
      yes={m.admin_unblock()}
      tone="brand"
      {...confirmDialogProps(useAdminUnblockRequester(request._id), onClose, () => undefined)}
      onClose={onClose}
    />
  );
}
