/** /admin/pendingrequest: doctors, hospitals and pharmacies who want to join. */
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { focusList } from "../../../components/dialog";
import { ListHeading } from "../../../components/list-heading";
import { Tabs } from "../../../components/tabs";
import { useAddressFilters } from "../../../lib/address-filters";
import { useAddressPanel } from "../../../lib/address-panel";
import { m } from "../../../paraglide/messages";
import { notificationsQuery } from "../api";
import { type Applicant, categories, categoryLabel, categoryNamed } from "../applicants";
import { ApplicantSheet } from "../components/applicant-sheet";
import { ApproveDialog } from "../components/approve-dialog";
import { PendingTable } from "../components/pending-table";
import { RejectDialog } from "../components/reject-dialog";

interface Question {
  kind: "approve" | "reject";
  applicant: Applicant;
}

export function Page({ title }: { title: string }) {
  const { filter, change } = useAddressFilters(["category"]);
  const category = categoryNamed(filter("category"));
  const waiting = useQuery(notificationsQuery()).data?.pending;
  const panel = useAddressPanel("applicant");
  const [question, setQuestion] = useState<Question>();
  const list = useRef<HTMLDivElement>(null);
  const reject = (applicant: Applicant) => setQuestion({ kind: "reject", applicant });
  const approve = (applicant: Applicant) => setQuestion({ kind: "approve", applicant });
  const leave = () => setQuestion(undefined);

  /** The applicant has left the list, and with them the button that had the focus. */
  function done(): void {
    leave();
    if (panel.id) panel.close();
    focusList(list.current);
  }

  return (
    <div className="mx-auto max-w-screen-xl">
      <ListHeading title={title} />
      <div className="mt-5">
        <Tabs
          label={title}
          tabs={categories.map((id) => ({ id, label: categoryLabel(id), count: waiting?.[id] }))}
          chosen={category}
          onChoose={(id) => change("category", id === "Doctor" ? "" : id)}
        >
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields. */}
          <div ref={list} role="group" tabIndex={-1} aria-label={m.pending_request()}>
            <PendingTable
              key={category}
              category={category}
              onReject={reject}
              onApprove={approve}
              onOpen={panel.open}
            />
          </div>
        </Tabs>
      </div>
      {panel.id && (
        <ApplicantSheet
          category={category}
          id={panel.id}
          onReject={reject}
          onApprove={approve}
          onClose={panel.close}
        />
      )}
      {question?.kind === "reject" && (
        <RejectDialog category={category} applicant={question.applicant} onDone={done} onClose={leave} />
      )}
      {question?.kind === "approve" && (
        <ApproveDialog category={category} applicant={question.applicant} onDone={done} onClose={leave} />
      )}
    </div>
  );
}
