import { useQuery } from "@tanstack/react-query";
import { CircleCheck, TriangleAlert } from "lucide-react";
import { Badge, StateBadge, type States } from "../../../components/badge";
import { LoadedSheet, SheetName } from "../../../components/loaded-sheet";
import { specialityLabel } from "../../../lib/specialities";
import { m } from "../../../messages";
import { applicantQuery, type Duplicate, useApproveWorker, useRejectWorker } from "../api/lists";
import { type Applicant, applicantName, type Category, isDoctor, plainName } from "../applicants";
import { categoryLabel, kindWords } from "../words";
import { type Decision, DecisionButtons, DecisionDialog } from "./decision";
import { DoctorData, FacilityData } from "./worker-data";

interface ApplicantSheetProps {
  category: Category;
  id: string;
  onReject: (applicant: Applicant) => void;
  onApprove: (applicant: Applicant) => void;
  onClose: () => void;
}

/** An application, with the photo at full size. */
export function ApplicantSheet({ category, id, onReject, onApprove, onClose }: ApplicantSheetProps) {
  return (
    <LoadedSheet
      title={m.admin_applicant_title()}
      load={useQuery(applicantQuery(category, id))}
      onClose={onClose}
      footer={({ applicant }, nameId) => (
        <DecisionButtons
          describedBy={nameId}
          onReject={() => onReject(applicant)}
          onApprove={() => onApprove(applicant)}
        />
      )}
    >
      {({ applicant, duplicates }, nameId) => (
        <>
          <SheetName
            id={nameId}
            name={applicantName(applicant)}
            kind={isDoctor(applicant) ? specialityLabel(applicant.specialization) : categoryLabel(category)}
            photo={{ of: plainName(applicant), image: applicant.Image, size: "full" }}
          />
          <EmailNote isConfirmed={applicant.emailConfirmed} />
          <Duplicates duplicates={duplicates} />
          {isDoctor(applicant) ? <DoctorData doctor={applicant} /> : <FacilityData facility={applicant} />}
        </>
      )}
    </LoadedSheet>
  );
}

/** Whether the applicant confirmed the e-mail address. */
export function EmailBadge({ isConfirmed }: { isConfirmed: boolean }) {
  return isConfirmed ? (
    <Badge tone="good">{m.admin_email_confirmed()}</Badge>
  ) : (
    <Badge tone="pending">{m.admin_email_unconfirmed()}</Badge>
  );
}

function EmailNote({ isConfirmed }: { isConfirmed: boolean }) {
  const Icon = isConfirmed ? CircleCheck : TriangleAlert;
  return (
    <p className="flex items-center gap-2 text-muted">
      <Icon aria-hidden className={`size-5 shrink-0 ${isConfirmed ? "text-brand" : "text-pending-ink"}`} />
      {isConfirmed ? m.admin_email_confirmed_text() : m.admin_email_unconfirmed_text()}
    </p>
  );
}

const whys: Record<string, () => string> = {
  number: m.admin_same_number,
  phone: m.admin_same_phone,
  email: m.admin_same_email,
  name: m.admin_same_name,
};

const states: States = {
  pending: { tone: "pending", label: m.admin_state_pending },
  active: { tone: "good", label: m.admin_state_active },
  blocked: { tone: "bad", label: m.admin_blocked },
};

/** Possible duplicates among approved workers. */
function Duplicates({ duplicates }: { duplicates: readonly Duplicate[] }) {
  if (duplicates.length === 0) {
    return (
      <p className="flex items-center gap-2 text-muted">
        <CircleCheck aria-hidden className="size-5 shrink-0 text-brand" />
        {m.admin_duplicates_none()}
      </p>
    );
  }
  return (
    <section className="rounded-control bg-pending-soft p-4 text-pending-ink">
      <h3 className="flex items-center gap-2 font-bold">
        <TriangleAlert aria-hidden className="size-5 shrink-0" />
        {m.admin_duplicates_title()}
      </h3>
      <ul className="mt-2 flex flex-col gap-2">
        {duplicates.map(({ _id, category, name, why, state }) => (
          <li
            key={`${_id} ${why}`}
            className="flex flex-wrap items-center justify-between gap-2 rounded-control bg-surface px-4 py-2.5 text-ink"
          >
            <span className="min-w-0">
              <span className="block font-semibold wrap-anywhere">{name}</span>
              <span className="text-sm text-muted">
                {`${kindWords(category.toLowerCase())} · ${whys[why]?.() ?? why}`}
              </span>
            </span>
            <StateBadge states={states} state={state} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Warns before an application with an unconfirmed e-mail address is approved; the server allows it. */
function approvalWords({ emailConfirmed }: Applicant) {
  const text = m.admin_approve_text();
  if (emailConfirmed) return { text };
  return { text: `${m.admin_approve_unconfirmed()} ${text}`, yes: m.admin_approve_anyway() };
}

interface ApplicantDecisionProps {
  decision: Decision;
  category: Category;
  applicant: Applicant;
  onDone: () => void;
  onClose: () => void;
}

export function ApplicantDecision({ category, applicant, ...rest }: ApplicantDecisionProps) {
  const named = { name: applicantName(applicant) };
  return (
    <DecisionDialog
      approve={useApproveWorker(category, applicant._id)}
      reject={useRejectWorker(category, applicant._id)}
      words={{
        approve: { title: m.admin_approve_title(named), ...approvalWords(applicant) },
        reject: {
          title: m.admin_reject_title(named),
          text: m.admin_reject_text(),
          reasonHint: m.admin_reject_hint(),
        },
      }}
      {...rest}
    />
  );
}
