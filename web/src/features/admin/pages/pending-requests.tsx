/** /admin/pendingrequest: applications of doctors, hospitals and pharmacies, and requested changes of approved ones. */

import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { CircleCheck, TriangleAlert, UserRoundCheck } from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import { Badge, StateBadge, type States } from "../../../components/badge";
import { Button } from "../../../components/button";
import { PagedTable, serial } from "../../../components/data-table";
import { ListPage } from "../../../components/list-page";
import { LoadedSheet, SheetName } from "../../../components/loaded-sheet";
import { PhoneLink } from "../../../components/phone-link";
import { Tabs } from "../../../components/tabs";
import { useFilters, usePanel } from "../../../lib/address";
import { focusAfterDialog } from "../../../lib/focus";
import { specialityLabel } from "../../../lib/specialities";
import { m } from "../../../messages";
import {
  applicantQuery,
  type Duplicate,
  notificationsQuery,
  pendingRequestsQuery,
  useApproveWorker,
  useRejectWorker,
} from "../api/lists";
import {
  type Applicant,
  applicantName,
  type Category,
  categories,
  categoryNamed,
  changesTab,
  isDoctor,
  plainName,
} from "../applicants";
import { DoctorData, FacilityData } from "../sheets/worker-data";
import { categoryLabel, kindWords, pendingCount } from "../words";
import { type Decision, DecisionButtons, DecisionDialog, PendingChanges } from "./pending-changes";

const params = { category: {} };

type Question = Pick<ComponentProps<typeof ApplicantDecision>, "decision" | "applicant">;

export function Page({ title }: { title: string }) {
  const { filters, change } = useFilters(params);
  const isChanges = filters.category === changesTab;
  const category = categoryNamed(filters.category);
  const inbox = useQuery(notificationsQuery()).data;
  const panel = usePanel("applicant");
  const [question, setQuestion] = useState<Question>();
  const list = useRef<HTMLDivElement>(null);
  const reject = (applicant: Applicant) => setQuestion({ decision: "reject", applicant });
  const approve = (applicant: Applicant) => setQuestion({ decision: "approve", applicant });
  const leave = () => setQuestion(undefined);

  /** A decided applicant leaves the list, and with the row the button that had the focus. */
  function done(): void {
    leave();
    if (panel.id) panel.close();
    focusAfterDialog(list.current);
  }

  return (
    <ListPage title={title}>
      <Tabs
        label={title}
        tabs={[
          ...categories.map((id) => ({ id, label: categoryLabel(id), count: inbox?.pending[id] })),
          { id: changesTab, label: m.admin_changes(), count: inbox?.changes },
        ]}
        chosen={isChanges ? changesTab : category}
        onChoose={(id) => change({ category: id === "Doctor" ? "" : id })}
      >
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields. */}
        <div ref={list} role="group" tabIndex={-1} aria-label={m.nav_applications()}>
          {isChanges ? (
            <PendingChanges onDone={done} />
          ) : (
            <PendingTable
              key={category}
              category={category}
              onReject={reject}
              onApprove={approve}
              onOpen={panel.open}
            />
          )}
        </div>
      </Tabs>
      {panel.id && (
        <ApplicantSheet
          category={category}
          id={panel.id}
          onReject={reject}
          onApprove={approve}
          onClose={panel.close}
        />
      )}
      {question && <ApplicantDecision category={category} {...question} onDone={done} onClose={leave} />}
    </ListPage>
  );
}

interface PendingTableProps {
  category: Category;
  onReject: (applicant: Applicant) => void;
  onApprove: (applicant: Applicant) => void;
  onOpen: (id: string) => void;
}

const nameId = ({ _id }: Applicant) => `applicant-${_id}`;

/** Pending applications of one category. */
function PendingTable({ category, onReject, onApprove, onOpen }: PendingTableProps) {
  return (
    <PagedTable
      caption={`${m.nav_applications()}: ${categoryLabel(category)}`}
      load={useInfiniteQuery(pendingRequestsQuery(category))}
      count={pendingCount}
      columns={[
        serial(),
        {
          header: m.field_name(),
          cell: (applicant) => (
            <span id={nameId(applicant)} className="inline-block wrap-anywhere @4xl:min-w-36">
              {applicantName(applicant)}
            </span>
          ),
          onCard: "title",
        },
        {
          header: category === "Doctor" ? m.join_doctor_id() : m.join_licence(),
          cell: ({ doctor_ID }) => (
            <span className="inline-block wrap-anywhere @4xl:min-w-28">{doctor_ID}</span>
          ),
        },
        {
          header: m.join_specialization(),
          cell: (applicant) =>
            isDoctor(applicant) ? specialityLabel(applicant.specialization) : categoryLabel(category),
        },
        { header: m.field_phone_number(), cell: ({ phone_Number }) => <PhoneLink number={phone_Number} /> },
        {
          header: m.column_action(),
          cell: (applicant) => (
            <div className="grid justify-items-start gap-2">
              <EmailBadge isConfirmed={applicant.emailConfirmed} />
              <div className="flex w-full flex-wrap gap-2 *:flex-auto @4xl:flex-nowrap @4xl:*:flex-none @4xl:lang-ml:flex-col">
                <DecisionButtons
                  describedBy={nameId(applicant)}
                  onReject={() => onReject(applicant)}
                  onApprove={() => onApprove(applicant)}
                />
                <div className="grid @max-4xl:basis-full">
                  <Button tone="quiet" describedBy={nameId(applicant)} onPress={() => onOpen(applicant._id)}>
                    {m.admin_details()}
                  </Button>
                </div>
              </div>
            </div>
          ),
          onCard: "actions",
        },
      ]}
      none={{
        icon: UserRoundCheck,
        title: m.admin_pending_none_title(),
        text: m.admin_pending_none_text(),
      }}
    />
  );
}

interface ApplicantSheetProps {
  category: Category;
  id: string;
  onReject: (applicant: Applicant) => void;
  onApprove: (applicant: Applicant) => void;
  onClose: () => void;
}

/** An application, with the photo at full size. */
function ApplicantSheet({ category, id, onReject, onApprove, onClose }: ApplicantSheetProps) {
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
function EmailBadge({ isConfirmed }: { isConfirmed: boolean }) {
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

function ApplicantDecision({ category, applicant, ...rest }: ApplicantDecisionProps) {
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
