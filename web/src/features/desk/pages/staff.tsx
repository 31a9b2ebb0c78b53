/** /doctor/assistants and /business/desk: the people at the desk and their logins. */

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ConciergeBell, ScrollText, UserRoundPlus } from "lucide-react";
import { useRef, useState } from "react";
import * as v from "valibot";
import { confirmDialogProps } from "../../../api/change";
import { useAsksCode } from "../../../api/second-factor";
import { ActionDialog, ConfirmDialog } from "../../../components/action-dialog";
import { Button } from "../../../components/button";
import { TitledCard } from "../../../components/card";
import { Checkbox } from "../../../components/checkbox";
import { type Column, DataTable } from "../../../components/data-table";
import { ListHeading } from "../../../components/list-heading";
import { Found, Loaded, LoadedList } from "../../../components/loaded";
import { Skeleton, TableSkeleton } from "../../../components/skeletons";
import { StepUpFields } from "../../../components/step-up-fields";
import { TextField } from "../../../components/text-field";
import { deskActions } from "../../../lib/desk-actions";
import { focusAfterDialog } from "../../../lib/focus";
import { momentLabel } from "../../../lib/india-time";
import { idOf } from "../../../lib/session";
import { stepUpOf, stepUpShape } from "../../../lib/step-up";
import { inLanguage } from "../../../lib/words";
import { m } from "../../../messages";
import {
  actsQuery,
  type DeskAct,
  type DeskHospital,
  type Employer,
  type Invitation,
  type Staff,
  staffQuery,
  useAddStaff,
  useEndStaff,
  useLetHospital,
  useResetSecondFactor,
} from "../api";

export function Page({ title, shell }: { title: string; shell: string }) {
  const isDoctor = shell === "doctor";
  const role = isDoctor ? "doctor" : "worker";
  const docId = idOf("doctor") ?? "";
  const [isAdding, setAdding] = useState(false);
  return (
    <div className="mx-auto max-w-screen-lg">
      <ListHeading title={title}>
        <Button onPress={() => setAdding(true)}>
          <UserRoundPlus aria-hidden className="size-5 shrink-0" />
          {isDoctor ? m.desk_add_assistant() : m.desk_add_staff()}
        </Button>
      </ListHeading>
      <p className="mt-2 mb-6 max-w-2xl text-muted">
        {isDoctor ? m.desk_assistants_text() : m.desk_staff_text()}
      </p>
      <Loaded heading="h2" load={useQuery(staffQuery(role))} fallback={<TableSkeleton />}>
        {({ staff, invitations, hospital }) => (
          <>
            <StaffList role={role} title={title} staff={staff} hasInvitations={invitations.length > 0} />
            {invitations.length > 0 && <Invitations role={role} invitations={invitations} />}
            {hospital && <HospitalDesk docId={docId} hospital={hospital} />}
          </>
        )}
      </Loaded>
      {isDoctor && <Acts docId={docId} />}
      {isAdding && <AddDialog role={role} onClose={() => setAdding(false)} />}
    </div>
  );
}

type Person = Pick<Staff, "_id" | "name" | "email">;

const nameId = ({ _id }: Person) => `staff-${_id}`;

/** Name and contact of staff and invited people. */
const personColumns = (): Column<Person>[] => [
  {
    header: m.field_name(),
    cell: (row) => (
      <span id={nameId(row)} className="wrap-anywhere">
        {row.name}
      </span>
    ),
    onCard: "title",
  },
  {
    header: m.field_email(),
    cell: ({ email }) => <span className="wrap-anywhere">{email}</span>,
    onCard: "wide",
  },
];

interface StaffListProps {
  role: Employer;
  title: string;
  staff: readonly Staff[];
  hasInvitations: boolean;
}

function StaffList({ role, title, staff, hasInvitations }: StaffListProps) {
  const [leaving, setLeaving] = useState<Staff>();
  const [resetting, setResetting] = useState<Staff>();
  const list = useRef<HTMLDivElement>(null);
  const none = { icon: ConciergeBell, title: m.desk_staff_none_title(), text: m.desk_staff_none_text() };

  /** The row and its focused button are gone. */
  function ended(): void {
    setLeaving(undefined);
    focusAfterDialog(list.current);
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields.
    <div
      ref={list}
      role="group"
      tabIndex={-1}
      aria-label={title}
      className={staff.length === 0 && hasInvitations ? "hidden" : undefined}
    >
      <Found rows={staff} none={none} heading="h2">
        {(rows) => (
          <DataTable
            caption={title}
            rows={rows}
            rowKey={({ _id }) => _id}
            columns={[
              ...personColumns(),
              { header: m.admins_since(), cell: ({ since }) => momentLabel(since) },
              {
                header: m.admins_last_use(),
                cell: ({ lastUsedAt }) => (lastUsedAt ? momentLabel(lastUsedAt) : m.value_not_yet()),
              },
              {
                header: m.column_action(),
                cell: (row) => (
                  <div className="grid gap-2 @4xl:inline-grid">
                    <Button tone="quiet" describedBy={nameId(row)} onPress={() => setLeaving(row)}>
                      {m.desk_end()}
                    </Button>
                    {row.twoFactor && (
                      <Button tone="quiet" describedBy={nameId(row)} onPress={() => setResetting(row)}>
                        {m.desk_reset()}
                      </Button>
                    )}
                  </div>
                ),
                onCard: "actions",
              },
            ]}
          />
        )}
      </Found>
      {leaving && (
        <ConfirmDialog
          title={m.desk_end_title({ name: leaving.name })}
          text={m.desk_end_text()}
          yes={m.desk_end()}
          tone="blood"
          useChange={useEndStaff}
          of={role}
          inputOf={() => leaving._id}
          onDone={ended}
          onClose={() => setLeaving(undefined)}
        />
      )}
      {resetting && <ResetDialog role={role} staff={resetting} onClose={() => setResetting(undefined)} />}
    </div>
  );
}

interface InvitationsProps {
  role: Employer;
  invitations: readonly Invitation[];
}

/** Pending invitations. */
function Invitations({ role, invitations }: InvitationsProps) {
  const [leaving, setLeaving] = useState<Invitation>();
  const heading = useRef<HTMLHeadingElement>(null);

  function ended(): void {
    setLeaving(undefined);
    focusAfterDialog(heading.current);
  }

  return (
    <section className="mt-8">
      <h2 ref={heading} tabIndex={-1} className="mb-4 font-bold text-xl">
        {m.desk_invitations()}
      </h2>
      <DataTable
        caption={m.desk_invitations()}
        rows={invitations}
        rowKey={({ _id }) => _id}
        columns={[
          ...personColumns(),
          { header: m.desk_invitation_until(), cell: ({ expiresAt }) => momentLabel(expiresAt) },
          {
            header: m.column_action(),
            cell: (row) => (
              <div className="grid @4xl:inline-grid">
                <Button tone="quiet" describedBy={nameId(row)} onPress={() => setLeaving(row)}>
                  {m.desk_invitation_withdraw()}
                </Button>
              </div>
            ),
            onCard: "actions",
          },
        ]}
      />
      {leaving && (
        <ConfirmDialog
          title={m.desk_invitation_withdraw_title({ name: leaving.name })}
          text={m.desk_invitation_withdraw_text()}
          yes={m.desk_invitation_withdraw()}
          tone="blood"
          useChange={useEndStaff}
          of={role}
          inputOf={() => leaving._id}
          onDone={ended}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </section>
  );
}

interface ResetDialogProps {
  role: Employer;
  staff: Staff;
  onClose: () => void;
}

/** For people who lost their phone and recovery codes. */
function ResetDialog({ role, staff: { _id, name }, onClose }: ResetDialogProps) {
  const reset = useResetSecondFactor(role, _id);
  const asksCode = useAsksCode(role, reset.error);
  return (
    <ActionDialog
      title={m.desk_reset_title({ name })}
      text={m.desk_reset_text()}
      yes={m.admin_second_factor_remove()}
      tone="blood"
      {...confirmDialogProps(reset, onClose, (_, form) => stepUpOf(form))}
      onClose={onClose}
    >
      <StepUpFields asksCode={asksCode} autoFocus />
    </ActionDialog>
  );
}

const addShape = v.object({ name: v.string(), email: v.string(), ...stepUpShape.entries });

function AddDialog({ role, onClose }: { role: Employer; onClose: () => void }) {
  const add = useAddStaff(role);
  const asksCode = useAsksCode(role, add.error);
  return (
    <ActionDialog
      title={role === "doctor" ? m.desk_add_assistant() : m.desk_add_staff()}
      text={m.desk_add_text()}
      yes={m.desk_add_yes()}
      tone="brand"
      {...confirmDialogProps(add, onClose, (_, form) => v.parse(addShape, Object.fromEntries(form)))}
      onClose={onClose}
    >
      <TextField label={m.field_name()} name="name" autoComplete="off" isRequired autoFocus />
      <TextField label={m.field_email()} name="email" type="email" autoComplete="off" isRequired />
      <StepUpFields asksCode={asksCode} />
    </ActionDialog>
  );
}

interface HospitalDeskProps {
  docId: string;
  /** The hospital that confirmed the doctor. */
  hospital: DeskHospital;
}

/** A checkbox that saves immediately. */
export function HospitalDesk({ docId, hospital }: HospitalDeskProps) {
  const letting = useLetHospital(docId);
  return (
    <TitledCard className="mt-8" title={m.desk_hospital_title()} text={m.desk_hospital_text()}>
      <Checkbox
        name="allowed"
        isChecked={letting.isPending ? letting.variables : hospital.allowed}
        onChange={(allowed) => letting.mutate(allowed)}
      >
        {m.desk_hospital_allow({ hospital: inLanguage(hospital.Hospital_name, hospital.nameMl) })}
      </Checkbox>
    </TitledCard>
  );
}

/** Recent actions of others at a doctor's desk. */
function Acts({ docId }: { docId: string }) {
  const none = { icon: ScrollText, title: m.desk_acts_none_title(), text: m.desk_acts_none_text() };
  return (
    <TitledCard className="mt-8" title={m.desk_acts_title()} text={m.desk_acts_text()}>
      <LoadedList
        load={useInfiniteQuery(actsQuery(docId))}
        fallback={<Skeleton className="grid gap-3" blocks={3} look="h-14" />}
        none={none}
        heading="h3"
      >
        {(acts) => (
          <ul aria-label={m.desk_acts_title()} className="divide-y divide-line border-y border-line">
            {acts.map((act) => (
              <Act key={act._id} act={act} />
            ))}
          </ul>
        )}
      </LoadedList>
    </TitledCard>
  );
}

function Act({ act }: { act: DeskAct }) {
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 py-3">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{actWords(act)}</p>
        <p className="text-sm text-muted wrap-anywhere">{byWords(act.by)}</p>
      </div>
      <p className="text-sm text-muted">{momentLabel(act.at)}</p>
    </li>
  );
}

/** As in "Approved: Asha Nair". */
export function actWords({ action, patient_name, detail }: DeskAct): string {
  if (action === "late") return m.desk_act_late({ minutes: detail ?? "0" });
  const what = deskActions[action]?.() ?? action;
  const whom = patient_name === "" ? what : `${what}: ${patient_name}`;
  return detail ? `${whom} (${detail})` : whom;
}

export function byWords({ name, kind }: DeskAct["by"]): string {
  return kind === "assistant" ? m.desk_by_assistant({ name }) : m.desk_by_staff({ name });
}
