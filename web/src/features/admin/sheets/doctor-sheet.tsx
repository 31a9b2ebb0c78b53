import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as v from "valibot";
import { confirmDialogProps } from "../../../api/change";
import { ActionDialog } from "../../../components/action-dialog";
import { Button } from "../../../components/button";
import { LinkButton, TextLink } from "../../../components/links";
import { LoadedSheet, SheetName, SheetSection } from "../../../components/loaded-sheet";
import { NativeSelect } from "../../../components/native-select";
import { TextField } from "../../../components/text-field";
import { VisitList } from "../../../components/visit-choice";
import { grouped } from "../../../lib/money";
import { doctorPageOf } from "../../../lib/paths";
import { specialityLabel, specialityOptions } from "../../../lib/specialities";
import { m } from "../../../messages";
import { type DoctorDetail, doctorQuery, useCorrectDoctor, useSuspendDoctor } from "../api/lists";
import { pendingChanges } from "../applicants";
import { unansweredCount } from "../words";
import { ComingVisits, ListedBadge, Story, SuspendButton, SuspendDialog } from "./visits";
import { DoctorData, LazyLogins } from "./worker-data";

interface DoctorSheetProps {
  id: string;
  onClose: () => void;
}

export function DoctorSheet({ id, onClose }: DoctorSheetProps) {
  const doctor = useQuery(doctorQuery(id));
  const [asking, setAsking] = useState(false);
  const [correcting, setCorrecting] = useState(false);
  return (
    <>
      <LoadedSheet
        title={m.admin_doctor_title()}
        load={doctor}
        onClose={onClose}
        footer={({ suspended }, nameId) => (
          <>
            {!suspended && (
              <LinkButton tone="quiet" to={doctorPageOf(id)}>
                {m.admin_doctor_page()}
              </LinkButton>
            )}
            <Button tone="quiet" describedBy={nameId} onPress={() => setCorrecting(true)}>
              {m.admin_correct()}
            </Button>
            <SuspendButton isSuspended={suspended} describedBy={nameId} onPress={() => setAsking(true)} />
          </>
        )}
      >
        {(known, nameId) => <About doctor={known} nameId={nameId} />}
      </LoadedSheet>
      {correcting && doctor.data && (
        <CorrectDialog doctor={doctor.data} onClose={() => setCorrecting(false)} />
      )}
      {asking && doctor.data && <Suspend doctor={doctor.data} onClose={() => setAsking(false)} />}
    </>
  );
}

function About({ doctor, nameId }: { doctor: DoctorDetail; nameId: string }) {
  const { full_Name, Image, suspended, history } = doctor;
  return (
    <>
      <SheetName
        id={nameId}
        name={m.doctor_name({ name: full_Name })}
        kind={specialityLabel(doctor.specialization)}
        photo={{ of: full_Name, image: Image, size: "large" }}
      >
        <ListedBadge isSuspended={suspended} />
      </SheetName>
      {doctor.waiting && <TextLink to={pendingChanges}>{m.admin_change_pending()}</TextLink>}
      <VisitFigures figures={doctor.figures} />
      <DoctorData doctor={doctor} approvedAt={doctor.approvedAt} />
      <LazyLogins category="Doctor" id={doctor._id} desk={doctor.desk} />
      <ComingVisits visits={visitsOf(doctor)} />
      <SheetSection title={m.admin_history_title()} none={history.length === 0 && m.admin_history_none()}>
        <VisitList label={m.admin_history_title()} visits={history.map(withPatient)} />
      </SheetSection>
      <Story rows={doctor.audit} />
    </>
  );
}

/** Visits of deleted accounts have no name. */
const withPatient = (visit: DoctorDetail["coming"][number]) => ({
  ...visit,
  who: [visit.patient_name || m.clinic_patient_gone(), visit.contact_number].filter(Boolean).join(" · "),
});

const visitsOf = ({ coming }: DoctorDetail) => coming.map(withPatient);

/** Numbers of a doctor's bookings by outcome. */
function VisitFigures({ figures }: { figures: DoctorDetail["figures"] }) {
  const shown = [
    { label: m.clinic_total(), count: figures.total },
    { label: m.clinic_total_pending(), count: figures.pending },
    { label: m.clinic_total_approved(), count: figures.approved },
    { label: m.clinic_total_rejected(), count: figures.rejected },
  ];
  return (
    <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {shown.map(({ label, count }) => (
        <div key={label} className="flex flex-col-reverse justify-end rounded-control bg-sunken p-3">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="text-2xl font-bold">{grouped(count)}</dd>
        </div>
      ))}
      {figures.unanswered > 0 && (
        <div className="col-span-full rounded-control bg-pending-soft p-3 text-pending-ink">
          <dt className="sr-only">{m.admin_unanswered()}</dt>
          <dd className="font-semibold">{unansweredCount(figures.unanswered)}</dd>
        </div>
      )}
    </dl>
  );
}

/** Suspends or restores a doctor. */
function Suspend({ doctor, onClose }: { doctor: DoctorDetail; onClose: () => void }) {
  // The question stays the same even if another administrator acts meanwhile.
  const [isSuspended] = useState(doctor.suspended);
  return (
    <SuspendDialog
      isSuspended={isSuspended}
      name={m.doctor_name({ name: doctor.full_Name })}
      texts={{ suspend: m.admin_suspend_text(), restore: m.admin_restore_text() }}
      change={useSuspendDoctor(doctor._id, !isSuspended)}
      booked={{ load: useQuery(doctorQuery(doctor._id)), visitsOf }}
      onClose={onClose}
    />
  );
}

const shape = v.object({
  full_Name: v.string(),
  doctor_ID: v.string(),
  specialization: v.string(),
  experience: v.string(),
});

interface CorrectDialogProps {
  doctor: DoctorDetail;
  onClose: () => void;
}

/** Corrects registration data of a doctor that the doctor cannot change. */
export function CorrectDialog({ doctor, onClose }: CorrectDialogProps) {
  const correct = useCorrectDoctor(doctor._id);
  const [specialization, setSpecialization] = useState(doctor.specialization);
  return (
    <ActionDialog
      title={m.admin_correct_title()}
      text={m.admin_correct_text()}
      yes={m.action_save()}
      tone="brand"
      {...confirmDialogProps(correct, onClose, (_, form) => v.parse(shape, Object.fromEntries(form)))}
      onClose={onClose}
    >
      <TextField label={m.field_name()} name="full_Name" defaultValue={doctor.full_Name} isRequired />
      <TextField label={m.join_doctor_id()} name="doctor_ID" defaultValue={doctor.doctor_ID} isRequired />
      <NativeSelect
        label={m.join_specialization()}
        name="specialization"
        options={specialityOptions()}
        value={specialization}
        onChange={setSpecialization}
        isRequired
      />
      <TextField
        label={m.doctor_experience_label()}
        name="experience"
        inputMode="numeric"
        defaultValue={`${doctor.experience}`}
        isRequired
      />
    </ActionDialog>
  );
}
