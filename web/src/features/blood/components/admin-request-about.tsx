import { Ban } from "lucide-react";
import { useId } from "react";
import { useDistrictName, useStateName } from "../../../api/reference";
import { Badge } from "../../../components/badge";
import { Button } from "../../../components/button";
import { Detail } from "../../../components/detail";
import { PhoneLink } from "../../../components/phone-link";
import { SheetSection } from "../../../components/sheet-section";
import { momentLabel } from "../../../lib/india-time";
import { dateLabel } from "../../../lib/visit-time";
import { m } from "../../../paraglide/messages";
import { requestState } from "../admin-words";
import type { RequestDetail } from "../api/admin";
import { AdminGroup } from "./admin-group";
import { AdminProgress } from "./admin-progress";
import { AdminReports } from "./admin-reports";
import { AdminWaves } from "./admin-waves";

interface AdminRequestAboutProps {
  request: RequestDetail;
  /** The id that the patient's name gets. */
  nameId: string;
  onBlock: () => void;
}

export function AdminRequestAbout({ request, nameId, onBlock }: AdminRequestAboutProps) {
  const districtOf = useDistrictName();
  const stateOf = useStateName();
  const contactId = useId();
  const { tone, label } = requestState(request.status);
  return (
    <>
      <div>
        <div className="mb-2 flex flex-wrap gap-2">
          <Badge tone={tone}>{label}</Badge>
          {request.blocked && <Badge tone="bad">{m.admin_blocked()}</Badge>}
        </div>
        <div className="flex items-center gap-3">
          <AdminGroup group={request.Blood_group} />
          <p id={nameId} className="text-2xl font-bold wrap-anywhere">
            {request.Patient_name}
          </p>
        </div>
      </div>
      <AdminProgress request={request} />
      <dl className="grid gap-4 sm:grid-cols-2">
        <Detail label={m.doctor_hospital()} isWide>
          {`${request.Hospital}, ${districtOf(request.District)}, ${stateOf(request.State)}`}
        </Detail>
        <Detail label={m.admin_blood_needed()}>{dateLabel(request.Needed_by)}</Detail>
        <Detail label={m.admin_blood_next_wave()}>
          {request.nextWaveAt ? momentLabel(request.nextWaveAt) : m.admin_blood_no_wave()}
        </Detail>
        <Detail label={m.admin_blood_contact()}>
          <span id={contactId}>{request.Contact_name}</span>
        </Detail>
        <Detail label={m.patient_phone()}>
          <PhoneLink number={request.Phone_number} />
        </Detail>
        <Detail label={m.email()}>{request.Email}</Detail>
        <Detail label={m.clinic_reason()}>{request.Reason}</Detail>
        <Detail label={m.admin_blood_created()}>{momentLabel(request.createdAt)}</Detail>
        <Detail label={m.admin_blood_confirmed()}>
          {request.confirmedAt ? momentLabel(request.confirmedAt) : m.admin_blood_unconfirmed()}
        </Detail>
      </dl>
      <div className="grid sm:justify-start">
        <Button tone="quiet" describedBy={contactId} onPress={onBlock}>
          <Ban aria-hidden className="size-5 shrink-0 text-blood" />
          {request.blocked ? m.admin_requester_unblock() : m.admin_requester_block()}
        </Button>
      </div>
      {request.reportList.length > 0 && (
        <SheetSection title={m.admin_reports_title()}>
          <AdminReports reports={request.reportList} />
        </SheetSection>
      )}
      <SheetSection title={m.admin_waves_title()}>
        <AdminWaves waves={request.waves} />
      </SheetSection>
    </>
  );
}
