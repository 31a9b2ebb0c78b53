import { useInfiniteQuery } from "@tanstack/react-query";
import { UserRoundCheck } from "lucide-react";
import { Button } from "../../../components/button";
import { ListNote } from "../../../components/list-note";
import { PagedTable } from "../../../components/paged-table";
import { PhoneLink } from "../../../components/phone-link";
import { specialityLabel } from "../../../lib/specialities";
import { m } from "../../../paraglide/messages";
import { pendingRequestsQuery } from "../api";
import { type Applicant, applicantName, type Category, categoryLabel, isDoctor } from "../applicants";
import { pendingCount } from "../list-words";
import { DecisionButtons } from "./decision-buttons";

interface PendingTableProps {
  category: Category;
  onReject: (applicant: Applicant) => void;
  onApprove: (applicant: Applicant) => void;
  onOpen: (id: string) => void;
}

const nameId = ({ _id }: Applicant) => `applicant-${_id}`;

/** Those of one category who wait for an answer. */
export function PendingTable({ category, onReject, onApprove, onOpen }: PendingTableProps) {
  const pending = useInfiniteQuery(pendingRequestsQuery(category));
  return (
    <PagedTable
      caption={`${m.pending_request()}: ${categoryLabel(category)}`}
      list={pending}
      rowKey={({ _id }) => _id}
      countText={pendingCount}
      columns={[
        { id: "serial", header: m.serial(), cell: (_, place) => place, onCard: "none" },
        {
          id: "name",
          header: m.profile_name(),
          cell: (applicant) => (
            <span id={nameId(applicant)} className="wrap-anywhere">
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
          header: m.patient_phone(),
          cell: ({ phone_Number }) => <PhoneLink number={phone_Number} />,
        },
        {
          id: "action",
          header: m.column_action(),
          cell: (applicant) => (
            <div className="flex flex-wrap gap-2 *:flex-1 @4xl:flex-nowrap @4xl:*:flex-none">
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
          ),
          onCard: "actions",
        },
      ]}
      empty={
        <ListNote
          heading="h2"
          icon={<UserRoundCheck aria-hidden className="size-7" />}
          title={m.admin_pending_none_title()}
          text={m.admin_pending_none_text()}
        />
      }
    />
  );
}
