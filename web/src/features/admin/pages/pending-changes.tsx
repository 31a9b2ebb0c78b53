/** The tab of /admin/pendingrequest with requested changes of doctors, hospitals and pharmacies. */

import { useInfiniteQuery } from "@tanstack/react-query";
import { Check, Replace, X } from "lucide-react";
import { useState } from "react";
import { type ConfirmableChange, confirmDialogProps } from "../../../api/change";
import { useDistrictName } from "../../../api/reference";
import { ActionDialog } from "../../../components/action-dialog";
import { Button } from "../../../components/button";
import { PagedTable } from "../../../components/data-table";
import { OldAndNew } from "../../../components/old-and-new";
import { momentLabel } from "../../../lib/india-time";
import { m } from "../../../messages";
import { changesQuery, useApproveChange, useRejectChange, type WorkerChange } from "../api/lists";
import { changeCount, kindWords } from "../words";

const nameId = ({ _id }: WorkerChange) => `change-${_id}`;

type Question = Pick<ChangeDecisionProps, "decision" | "change">;

/** `onDone`: a row has left the list, and with it the button that had the focus. */
export function PendingChanges({ onDone }: { onDone: () => void }) {
  const [question, setQuestion] = useState<Question>();
  const districtOf = useDistrictName();
  const leave = () => setQuestion(undefined);
  function done(): void {
    leave();
    onDone();
  }
  return (
    <>
      <PagedTable
        caption={`${m.nav_applications()}: ${m.admin_changes()}`}
        load={useInfiniteQuery(changesQuery())}
        count={changeCount}
        columns={[
          {
            header: m.field_name(),
            cell: (change) => (
              <>
                <OldAndNew id={nameId(change)} old={change.name} new={change.newName} />
                {change.newNameMl && (
                  <span className="block">
                    <OldAndNew old={change.nameMl ?? "-"} new={change.newNameMl} />
                  </span>
                )}
                <span className="block text-sm font-normal text-muted">
                  {kindWords(change.category.toLowerCase())}
                </span>
              </>
            ),
            onCard: "title",
          },
          {
            header: m.join_licence(),
            cell: ({ number, newNumber }) => <OldAndNew old={number} new={newNumber} />,
            onCard: "wide",
          },
          {
            header: m.field_district(),
            cell: (change) => (
              // As wide as the longest district, which would otherwise be broken inside the word.
              <div className="@4xl:min-w-40">
                <OldAndNew
                  old={districtOf(change.district)}
                  new={change.newDistrict && districtOf(change.newDistrict)}
                />
              </div>
            ),
            onCard: "wide",
          },
          { header: m.admin_changes_asked(), cell: ({ askedAt }) => momentLabel(askedAt) },
          {
            header: m.column_action(),
            cell: (change) => (
              <div className="flex flex-wrap gap-2 *:flex-auto @4xl:flex-nowrap @4xl:*:flex-none">
                <DecisionButtons
                  describedBy={nameId(change)}
                  onReject={() => setQuestion({ decision: "reject", change })}
                  onApprove={() => setQuestion({ decision: "approve", change })}
                />
              </div>
            ),
            onCard: "actions",
          },
        ]}
        none={{ icon: Replace, title: m.admin_changes_none_title(), text: m.admin_changes_none_text() }}
      />
      {question && <ChangeDecision {...question} onDone={done} onClose={leave} />}
    </>
  );
}

interface ChangeDecisionProps {
  decision: Decision;
  change: WorkerChange;
  onDone: () => void;
  onClose: () => void;
}

function ChangeDecision({ change, ...rest }: ChangeDecisionProps) {
  const named = { name: change.name };
  return (
    <DecisionDialog
      approve={useApproveChange(change._id)}
      reject={useRejectChange(change._id)}
      words={{
        approve: { title: m.admin_change_approve_title(named), text: m.admin_change_approve_text() },
        reject: {
          title: m.admin_change_reject_title(named),
          text: m.admin_change_reject_text(),
          reasonHint: m.admin_suspend_hint(),
        },
      }}
      {...rest}
    />
  );
}

interface DecisionButtonsProps {
  /** The id of the subject's name. */
  describedBy: string;
  onReject: () => void;
  onApprove: () => void;
}

const iconLook = "size-5 shrink-0 max-sm:lang-ml:hidden @4xl:hidden";

/** Icons only if there is room. */
export function DecisionButtons({ describedBy, onReject, onApprove }: DecisionButtonsProps) {
  return (
    <>
      <Button tone="blood" describedBy={describedBy} onPress={onReject}>
        <X aria-hidden className={iconLook} />
        {m.clinic_reject()}
      </Button>
      <Button describedBy={describedBy} onPress={onApprove}>
        <Check aria-hidden className={iconLook} />
        {m.admin_approve()}
      </Button>
    </>
  );
}

export type Decision = "approve" | "reject";

interface DecisionDialogProps {
  decision: Decision;
  approve: ConfirmableChange<void>;
  reject: ConfirmableChange<string>;
  words: {
    /** `yes`: another label than "Approve". */
    approve: { title: string; text: string; yes?: string };
    reject: { title: string; text: string; reasonHint: string };
  };
  onDone: () => void;
  onClose: () => void;
}

export function DecisionDialog({ decision, approve, reject, words, onDone, onClose }: DecisionDialogProps) {
  return decision === "approve" ? (
    <ActionDialog
      yes={m.admin_approve()}
      {...words.approve}
      tone="brand"
      {...confirmDialogProps(approve, onDone, () => undefined)}
      onClose={onClose}
    />
  ) : (
    <ActionDialog
      {...words.reject}
      yes={m.clinic_reject()}
      tone="blood"
      {...confirmDialogProps(reject, onDone, (reason) => reason)}
      onClose={onClose}
    />
  );
}
