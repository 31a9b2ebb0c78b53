import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { asked } from "../../../api/change";
import { ActionDialog } from "../../../components/action-dialog";
import { Button } from "../../../components/button";
import { DateField } from "../../../components/date-field";
import { LoadedSheet } from "../../../components/loaded-sheet";
import { useIndiaTime } from "../../../lib/india-time";
import { m } from "../../../paraglide/messages";
import {
  adminRequestQuery,
  type RequestDetail,
  useAdminBlockRequester,
  useAdminCloseRequest,
  useAdminExtendRequest,
  useAdminLookAtRequest,
  useAdminUnblockRequester,
} from "../api/admin";
import { dayAfter } from "../days";
import { daysAhead } from "../rules";
import { RequestAbout } from "./request-about";
import { canBeClosed, canBeExtended, canBeLookedAt } from "./words";

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

/** A request with all that happened to it, and what the administrator can do about it. */
export function RequestSheet({ id, onClose }: RequestSheetProps) {
  const request = useQuery(adminRequestQuery(id));
  // The question stays the one that was asked, whatever another administrator does meanwhile.
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
                  {m.admin_look()}
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

/** It is right: more donors are asked. */
function LookDialog({ request, onClose }: DialogProps) {
  return (
    <ActionDialog
      title={m.admin_look_title()}
      text={m.admin_look_text()}
      yes={m.admin_look()}
      tone="brand"
      {...asked(useAdminLookAtRequest(request._id), onClose, () => undefined)}
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
      {...asked(useAdminCloseRequest(request._id), onClose, (reason) => reason)}
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
      {...asked(useAdminExtendRequest(request._id), onClose, () => day)}
      onClose={onClose}
    >
      <DateField
        label={m.admin_blood_needed()}
        name="Needed_by"
        value={day}
        onChange={setDay}
        first={today}
        last={today && dayAfter(today, daysAhead)}
      />
    </ActionDialog>
  );
}

/** Keeps whoever abuses requests from making more. */
function BlockDialog({ request, onClose }: DialogProps) {
  return (
    <ActionDialog
      title={m.admin_block_title({ name: request.Contact_name })}
      text={m.admin_requester_block_text()}
      reasonHint={m.admin_requester_hint()}
      yes={m.admin_block()}
      tone="blood"
      {...asked(useAdminBlockRequester(request._id), onClose, (reason) => reason)}
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
      {...asked(useAdminUnblockRequester(request._id), onClose, () => undefined)}
      onClose={onClose}
    />
  );
}
