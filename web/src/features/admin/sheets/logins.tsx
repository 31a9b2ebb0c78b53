/** Logins of a doctor or hospital in its sheet: second factor, and the people at its desk. Loaded once a sheet is open. */
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { confirmDialogProps } from "../../../api/change";
import type { components } from "../../../api/schema";
import { useAsksCode } from "../../../api/second-factor";
import { ActionDialog, ConfirmDialog } from "../../../components/action-dialog";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { Loaded } from "../../../components/loaded";
import { SheetSection } from "../../../components/loaded-sheet";
import { Skeleton } from "../../../components/skeletons";
import { StepUpFields } from "../../../components/step-up-fields";
import { focusAfterDialog } from "../../../lib/focus";
import { momentLabel } from "../../../lib/india-time";
import { stepUpOf } from "../../../lib/step-up";
import { m } from "../../../messages";
import { useEndDeskLogin, useRemoveSecondFactor, workerSecondFactorQuery } from "../api/lists";
import type { Category } from "../applicants";

interface LoginsProps {
  category: Category;
  id: string;
  /** A pharmacy has no desk. */
  desk?: readonly DeskLogin[];
}

export function Logins({ category, id, desk }: LoginsProps) {
  return (
    <>
      <SecondFactor category={category} id={id} />
      {desk && <DeskLogins category={category} desk={desk} />}
    </>
  );
}

export type DeskLogin = components["schemas"]["AdminDoctorDetails"]["desk"][number];

interface DeskLoginsProps {
  category: Category;
  desk: readonly DeskLogin[];
}

const nameId = ({ id }: DeskLogin) => `desk-${id}`;

/** People at the desk of a doctor or hospital; each login can be ended. */
export function DeskLogins({ category, desk }: DeskLoginsProps) {
  const [ending, setEnding] = useState<DeskLogin>();
  const list = useRef<HTMLDivElement>(null);
  const title = category === "Doctor" ? m.desk_assistants() : m.desk_staff();
  const close = () => setEnding(undefined);

  function ended(): void {
    close();
    focusAfterDialog(list.current);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields.
    <div ref={list} role="group" tabIndex={-1} aria-label={title} className="outline-none">
      <SheetSection title={title} none={desk.length === 0 && m.desk_staff_none_title()}>
        <ul className="rounded-control border border-line px-4 py-1">
          {desk.map((login) => (
            <li
              key={login.id}
              className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-t border-line py-2 first:border-t-0"
            >
              <span className="min-w-0 wrap-anywhere">
                <span id={nameId(login)} className="block font-semibold">
                  {login.name}
                </span>
                {login.email}
                <span className="block text-sm text-muted">
                  {m.admin_desk_since({ moment: momentLabel(login.since) })}
                </span>
              </span>
              <span className="flex flex-wrap items-center gap-3">
                {!login.accepted && <Badge tone="pending">{m.admin_desk_not_accepted()}</Badge>}
                <Button tone="quiet" describedBy={nameId(login)} onPress={() => setEnding(login)}>
                  {m.security_end()}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      </SheetSection>
      {ending && (
        <ConfirmDialog
          title={m.desk_end_title({ name: ending.name })}
          text={m.desk_end_text()}
          reasonHint={m.admin_reason_hint()}
          yes={m.security_end()}
          tone="blood"
          useChange={useEndDeskLogin}
          of={ending.id}
          inputOf={(reason) => reason}
          onDone={ended}
          onClose={close}
        />
      )}
    </div>
  );
}

interface SecondFactorProps {
  category: Category;
  id: string;
}

/** The second factor of a worker, which can be removed when the phone is lost. */
export function SecondFactor({ category, id }: SecondFactorProps) {
  const factor = useQuery(workerSecondFactorQuery(category, id));
  const remove = useRemoveSecondFactor(category, id);
  const asksCode = useAsksCode("admin", remove.error);
  const [asking, setAsking] = useState(false);
  return (
    <SheetSection title={m.two_factor_title()}>
      <Loaded load={factor} fallback={<Skeleton blocks={1} look="h-11" />}>
        {({ enrolledAt }) =>
          enrolledAt ? (
            <div className="flex flex-wrap items-center justify-between gap-3">
              <p>{m.two_factor_since({ moment: momentLabel(enrolledAt) })}</p>
              <Button tone="quiet" onPress={() => setAsking(true)}>
                {m.admin_second_factor_remove()}
              </Button>
            </div>
          ) : (
            <p className="text-muted">{m.two_factor_off()}</p>
          )
        }
      </Loaded>
      {asking && (
        <ActionDialog
          title={m.two_factor_switch_off_title()}
          text={m.admin_second_factor_remove_text()}
          reasonHint={m.admin_second_factor_reason_hint()}
          yes={m.admin_second_factor_remove()}
          tone="blood"
          onClose={() => setAsking(false)}
          {...confirmDialogProps(
            remove,
            () => setAsking(false),
            (reason, form) => ({ reason, ...stepUpOf(form) }),
          )}
        >
          <StepUpFields asksCode={asksCode} />
        </ActionDialog>
      )}
    </SheetSection>
  );
}
