/** /admin/pendingrequest: doctors, hospitals and pharmacies who want to join, and what those who have joined want changed. */
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { UserRoundCheck } from "lucide-react";
import { type ComponentProps, useRef, useState } from "react";
import { Button } from "../../../components/button";
import { serial } from "../../../components/data-table";
import { ListPage } from "../../../components/list-page";
import { PagedTable } from "../../../components/paged-table";
import { PhoneLink } from "../../../components/phone-link";
import { Tabs } from "../../../components/tabs";
import { useFilters, usePanel } from "../../../lib/address";
import { focusAfterDialog } from "../../../lib/focus";
import { specialityLabel } from "../../../lib/specialities";
import { m } from "../../../messages";
import { notificationsQuery, pendingRequestsQuery } from "../api/lists";
import {
  type Applicant,
  applicantName,
  type Category,
  categories,
  categoryNamed,
  changesTab,
  isDoctor,
} from "../applicants";
import { ApplicantDecision, ApplicantSheet, EmailBadge } from "../sheets/applicant-sheet";
import { DecisionButtons } from "../sheets/decision";
import { categoryLabel, pendingCount } from "../words";
import { PendingChanges } from "./pending-changes";

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

  /** Whoever was decided about has left the list, and with them the button that had the focus. */
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

/** Those of one category who wait for an answer. */
function PendingTable({ category, onReject, onApprove, onOpen }: PendingTableProps) {
  return (
    <PagedTable
      caption={`${m.nav_applications()}: ${categoryLabel(category)}`}
      load={useInfiniteQuery(pendingRequestsQuery(category))}
      count={pendingCount}
      columns={[
        serial(),
        {
          id: "name",
          header: m.field_name(),
          cell: (applicant) => (
            <span id={nameId(applicant)} className="inline-block wrap-anywhere @4xl:min-w-36">
              {applicantName(applicant)}
            </span>
          ),
          onCard: "title",
        },
        {
          id: "number",
          header: category === "Doctor" ? m.join_doctor_id() : m.join_licence(),
          cell: ({ doctor_ID }) => (
            <span className="inline-block wrap-anywhere @4xl:min-w-28">{doctor_ID}</span>
          ),
        },
        {
          id: "specialization",
          header: m.join_specialization(),
          cell: (applicant) =>
            isDoctor(applicant) ? specialityLabel(applicant.specialization) : categoryLabel(category),
        },
        {
          id: "phone",
          header: m.field_phone_number(),
          cell: ({ phone_Number }) => <PhoneLink number={phone_Number} />,
        },
        {
          id: "action",
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
