/** /doctor/assistants and /business/desk: the people at the desk and their logins. */
import { useQuery } from "@tanstack/react-query";
import { ConciergeBell, UserRoundPlus } from "lucide-react";
import { useRef, useState } from "react";
import * as v from "valibot";
import { confirmDialogProps } from "../../../api/change";
import { useAsksCode } from "../../../api/second-factor";
import { ActionDialog } from "../../../components/action-dialog";
import { Button } from "../../../components/button";
import { Checkbox } from "../../../components/checkbox";
import { type Column, DataTable } from "../../../components/data-table";
import { ListHeading } from "../../../components/list-heading";
import { Found, Loaded } from "../../../components/loaded";
import { TableSkeleton } from "../../../components/skeletons";
import { StepUpFields } from "../../../components/step-up-fields";
import { TextField } from "../../../components/text-field";
import { TitledCard } from "../../../components/titled-card";
import { focusAfterDialog } from "../../../lib/focus";
import { momentLabel } from "../../../lib/india-time";
import { idOf } from "../../../lib/session";
import { stepUpOf, stepUpShape } from "../../../lib/step-up";
import { inLanguage } from "../../../lib/words";
import { m } from "../../../messages";
import { Acts } from "../acts";
import {
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

/** Who somebody is: of staff and of those who are invited. */
const personColumns = (): Column<Person>[] => [
  {
    id: "name",
    header: m.field_name(),
    cell: (row) => (
      <span id={nameId(row)} className="wrap-anywhere">
        {row.name}
      </span>
    ),
    onCard: "title",
  },
  {
    id: "email",
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
              { id: "since", header: m.admins_since(), cell: ({ since }) => momentLabel(since) },
              {
                id: "last-use",
                header: m.admins_last_use(),
                cell: ({ lastUsedAt }) => (lastUsedAt ? momentLabel(lastUsedAt) : m.value_not_yet()),
              },
              {
                id: "action",
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
        <EndDialog
          role={role}
          id={leaving._id}
          title={m.desk_end_title({ name: leaving.name })}
          text={m.desk_end_text()}
          yes={m.desk_end()}
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

/** Who was invited and has not accepted yet. */
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
          {
            id: "until",
            header: m.desk_invitation_until(),
            cell: ({ expiresAt }) => momentLabel(expiresAt),
          },
          {
            id: "action",
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
        <EndDialog
          role={role}
          id={leaving._id}
          title={m.desk_invitation_withdraw_title({ name: leaving.name })}
          text={m.desk_invitation_withdraw_text()}
          yes={m.desk_invitation_withdraw()}
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

interface EndDialogProps {
  role: Employer;
  id: string;
  title: string;
  text: string;
  yes: string;
  onDone: () => void;
  onClose: () => void;
}

function EndDialog({ role, id, onDone, ...dialog }: EndDialogProps) {
  const end = useEndStaff(role);
  return <ActionDialog {...dialog} tone="blood" {...confirmDialogProps(end, onDone, () => id)} />;
}

interface HospitalDeskProps {
  docId: string;
  /** Which confirmed the doctor. */
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
