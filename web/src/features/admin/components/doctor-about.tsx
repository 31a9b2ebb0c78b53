import { Avatar } from "../../../components/avatar";
import { Badge } from "../../../components/badge";
import { SheetSection } from "../../../components/sheet-section";
import { specialityLabel } from "../../../lib/specialities";
import { m } from "../../../paraglide/messages";
import type { DoctorDetail } from "../api";
import { visitsOfDoctor } from "../doctor-visits";
import { comingCount } from "../list-words";
import { AuditStory } from "./audit-story";
import { DoctorData } from "./doctor-data";
import { VisitFigures } from "./visit-figures";
import { VisitList } from "./visit-list";

interface DoctorAboutProps {
  doctor: DoctorDetail;
  /** The id that the doctor's name gets. */
  nameId: string;
}

/** Who the doctor is, what has been booked and what has been decided. */
export function DoctorAbout({ doctor, nameId }: DoctorAboutProps) {
  return (
    <>
      <div className="flex items-center gap-4">
        <Avatar name={doctor.full_Name} image={doctor.Image} size="large" />
        <div className="min-w-0">
          <p id={nameId} className="text-2xl font-bold wrap-anywhere">
            {m.doctor_name({ name: doctor.full_Name })}
          </p>
          <p className="font-semibold text-brand-ink">{specialityLabel(doctor.specialization)}</p>
          <p className="mt-2">
            {doctor.suspended ? (
              <Badge tone="bad">{m.admin_suspended()}</Badge>
            ) : (
              <Badge tone="good">{m.admin_listed()}</Badge>
            )}
          </p>
        </div>
      </div>
      <VisitFigures figures={doctor.figures} />
      <DoctorData doctor={doctor} approvedAt={doctor.approvedAt} />
      <SheetSection title={m.admin_coming_title()}>
        {doctor.coming.length > 0 ? (
          <VisitList label={comingCount(doctor.coming.length)} visits={visitsOfDoctor(doctor.coming)} />
        ) : (
          <p className="text-muted">{m.admin_coming_none()}</p>
        )}
      </SheetSection>
      <SheetSection title={m.admin_history_title()}>
        {doctor.history.length > 0 ? (
          <VisitList label={m.admin_history_title()} visits={visitsOfDoctor(doctor.history)} />
        ) : (
          <p className="text-muted">{m.admin_history_none()}</p>
        )}
      </SheetSection>
      <SheetSection title={m.admin_story_title()}>
        <AuditStory rows={doctor.audit} />
      </SheetSection>
    </>
  );
}
