import { CalendarCheck } from "lucide-react";
import { useRef, useState } from "react";
import { isDecided } from "../../../api/problem";
import { DataTable } from "../../../components/data-table";
import { ListNote } from "../../../components/list-note";
import { NoMatch } from "../../../components/no-match";
import { focusList } from "../../../lib/focus-list";
import { m } from "../../../paraglide/messages";
import type { DoctorBooking } from "../api/doctor";
import {
  dateColumn,
  patientColumn,
  phoneColumn,
  serialColumn,
  statusColumn,
  timeColumn,
} from "../booking-columns";
import type { Decision } from "../decisions";
import { DecisionButtons } from "./decision-buttons";
import { DecisionDialog } from "./decision-dialog";

interface RequestTableProps {
  requests: readonly DoctorBooking[];
  /** There are requests, but the search finds none of them. */
  isFiltered: boolean;
  onClear: () => void;
  onDecide: (decision: Decision) => Promise<void>;
}

/** What waits for a yes or no. */
export function RequestTable({ requests, isFiltered, onClear, onDecide }: RequestTableProps) {
  const [question, setQuestion] = useState<Decision>();
  const list = useRef<HTMLDivElement>(null);

  async function decide(decision: Decision): Promise<void> {
    setQuestion(undefined);
    focusList(list.current);
    try {
      await onDecide(decision);
    } catch (error) {
      // What the server has refused is settled. Where it did not get to that, the typed reason comes back.
      if (!isDecided(error) && decision.reason) setQuestion(decision);
    }
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields.
    <div ref={list} role="group" tabIndex={-1} aria-label={m.clinic_requests()}>
      {requests.length > 0 && (
        <DataTable
          caption={m.clinic_requests()}
          rows={requests}
          rowKey={({ _id }) => _id}
          rowsAtFirst={50}
          columns={[
            serialColumn(m.serial()),
            { ...patientColumn(), sortBy: ({ patient_name }) => patient_name },
            phoneColumn(),
            timeColumn(),
            { ...dateColumn(), sortBy: ({ startsAt }) => startsAt },
            statusColumn(),
            {
              id: "action",
              header: m.column_action(),
              cell: (booking) => <DecisionButtons booking={booking} onAsk={setQuestion} />,
              onCard: "actions",
            },
          ]}
        />
      )}
      {requests.length === 0 && isFiltered && <NoMatch text={m.clinic_no_match_text()} onClear={onClear} />}
      {requests.length === 0 && !isFiltered && (
        <ListNote
          icon={<CalendarCheck aria-hidden className="size-7" />}
          title={m.clinic_none_title()}
          text={m.clinic_none_text()}
        />
      )}
      {question && (
        <DecisionDialog
          key={`${question.kind} ${question.booking._id}`}
          question={question}
          onDecide={decide}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </div>
  );
}
