import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import { Avatar } from "../../../components/avatar";
import { Sheet } from "../../../components/dialog";
import { Loaded } from "../../../components/loaded";
import { SheetWaiting } from "../../../components/sheet-waiting";
import { specialityLabel } from "../../../lib/specialities";
import { m } from "../../../paraglide/messages";
import { applicantQuery } from "../api";
import {
  type Applicant,
  applicantName,
  type Category,
  categoryLabel,
  isDoctor,
  plainName,
} from "../applicants";
import { DecisionButtons } from "./decision-buttons";
import { DoctorData } from "./doctor-data";
import { Duplicates } from "./duplicates";
import { FacilityData } from "./facility-data";

interface ApplicantSheetProps {
  category: Category;
  id: string;
  onReject: (applicant: Applicant) => void;
  onApprove: (applicant: Applicant) => void;
  onClose: () => void;
}

/** Everything about an application, the photo as large as it is kept. */
export function ApplicantSheet({ category, id, onReject, onApprove, onClose }: ApplicantSheetProps) {
  const detail = useQuery(applicantQuery(category, id));
  const nameId = useId();
  const applicant = detail.data?.applicant;
  return (
    <Sheet
      isWide
      title={m.admin_applicant_title()}
      onClose={onClose}
      footer={
        <div className="flex flex-wrap gap-3 *:flex-1 sm:justify-end sm:*:flex-none">
          {applicant && (
            <DecisionButtons
              describedBy={nameId}
              onReject={() => onReject(applicant)}
              onApprove={() => onApprove(applicant)}
            />
          )}
        </div>
      }
    >
      <Loaded load={detail} waiting={<SheetWaiting />}>
        {({ applicant, duplicates }) => (
          <>
            <div className="flex flex-wrap items-end gap-5">
              <Avatar name={plainName(applicant)} image={applicant.Image} size="full" />
              <div className="min-w-0">
                <p id={nameId} className="text-2xl font-bold wrap-anywhere">
                  {applicantName(applicant)}
                </p>
                <p className="font-semibold text-brand-ink">
                  {isDoctor(applicant) ? specialityLabel(applicant.specialization) : categoryLabel(category)}
                </p>
              </div>
            </div>
            <Duplicates duplicates={duplicates} />
            {isDoctor(applicant) ? <DoctorData doctor={applicant} /> : <FacilityData facility={applicant} />}
          </>
        )}
      </Loaded>
    </Sheet>
  );
}
