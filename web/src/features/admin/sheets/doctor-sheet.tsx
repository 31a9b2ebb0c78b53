import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { LinkButton } from "../../../components/links";
import { LoadedSheet, SheetName, SheetSection } from "../../../components/loaded-sheet";
import { VisitList } from "../../../components/visit-choice";
import { grouped } from "../../../lib/money";
import { doctorPageOf } from "../../../lib/paths";
import { specialityLabel } from "../../../lib/specialities";
import { m } from "../../../paraglide/messages";
import { type DoctorDetail, doctorQuery, useSuspendDoctor } from "../api";
import { LateSecondFactor } from "./late-second-factor";
import { Story } from "./story";
import { ComingVisits, KeepOutDialog } from "./visits";
import { DoctorData } from "./worker-data";

interface DoctorSheetProps {
  id: string;
  onClose: () => void;
}

export function DoctorSheet({ id, onClose }: DoctorSheetProps) {
  const doctor = useQuery(doctorQuery(id));
  const [asking, setAsking] = useState(false);
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
            <Button tone={suspended ? "brand" : "blood"} describedBy={nameId} onPress={() => setAsking(true)}>
              {suspended ? m.admin_restore() : m.admin_suspend()}
            </Button>
          </>
        )}
      >
        {(known, nameId) => <About doctor={known} nameId={nameId} />}
      </LoadedSheet>
      {asking && doctor.data && <SuspendDialog doctor={doctor.data} onClose={() => setAsking(false)} />}
    </>
  );
}

/** Who the doctor is, what has been booked and what has been decided. */
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
        <Badge tone={suspended ? "bad" : "good"}>{suspended ? m.admin_suspended() : m.admin_listed()}</Badge>
      </SheetName>
      <VisitFigures figures={doctor.figures} />
      <DoctorData doctor={doctor} approvedAt={doctor.approvedAt} />
      <LateSecondFactor category="Doctor" id={doctor._id} />
      <ComingVisits visits={visitsOf(doctor)} />
      <SheetSection title={m.admin_history_title()} none={history.length === 0 && m.admin_history_none()}>
        <VisitList label={m.admin_history_title()} visits={history.map(withPatient)} />
      </SheetSection>
      <Story rows={doctor.audit} />
    </>
  );
}

/** Patients who deleted their account leave their visits behind without a name. */
const withPatient = (visit: DoctorDetail["coming"][number]) => ({
  ...visit,
  who: [visit.patient_name || m.clinic_patient_gone(), visit.contact_number].filter(Boolean).join(" · "),
});

const visitsOf = ({ coming }: DoctorDetail) => coming.map(withPatient);

/** How many bookings a doctor has had, by what became of them. */
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
    </dl>
  );
}

/** Takes a doctor out of the list, or puts one back. */
function SuspendDialog({ doctor, onClose }: { doctor: DoctorDetail; onClose: () => void }) {
  // The question stays the one that was asked, whatever another administrator does meanwhile.
  const [isSuspended] = useState(doctor.suspended);
  const named = { name: m.doctor_name({ name: doctor.full_Name }) };
  return (
    <KeepOutDialog
      isOut={isSuspended}
      title={isSuspended ? m.admin_restore_title(named) : m.admin_suspend_title(named)}
      text={isSuspended ? m.admin_restore_text() : m.admin_suspend_text()}
      yes={isSuspended ? m.admin_restore() : m.admin_suspend()}
      change={useSuspendDoctor(doctor._id, !isSuspended)}
      load={useQuery(doctorQuery(doctor._id))}
      visitsOf={visitsOf}
      onClose={onClose}
    />
  );
}
