import { useRef, useState } from "react";
import { Card } from "../../../components/card";
import { m } from "../../../paraglide/messages";
import type { Schedule } from "../api/own";
import { holidayName } from "../leave";
import { HolidaySuggestions } from "./holiday-suggestions";
import { emptyLeave, LeaveForm } from "./leave-form";
import { LeaveList } from "./leave-list";

export function LeaveCard({ docId, schedule }: { docId: string; schedule: Schedule }) {
  const [draft, setDraft] = useState(emptyLeave);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Card className="sm:p-8">
      <h2 ref={heading} tabIndex={-1} className="text-xl font-bold">
        {m.leave_title()}
      </h2>
      <p className="mt-1 mb-4 text-muted">{m.leave_text()}</p>
      <LeaveList docId={docId} leave={schedule.leave} />
      <h3 className="mt-6 mb-4 border-t border-line pt-5 text-lg font-bold">{m.leave_new()}</h3>
      <HolidaySuggestions
        schedule={schedule}
        onChoose={(holiday) => {
          const { date } = holiday;
          setDraft({ from: date, to: date, several: false, note: holidayName(holiday) });
        }}
      />
      <LeaveForm
        docId={docId}
        draft={draft}
        onChange={setDraft}
        onSaved={() => {
          setDraft(emptyLeave);
          heading.current?.focus();
        }}
      />
    </Card>
  );
}
