import { useState } from "react";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { DateField } from "../../../components/date-field";
import { Form } from "../../../components/form";
import { useIndiaTime } from "../../../lib/india-time";
import { m } from "../../../paraglide/messages";
import { type Donor, useReportDonation } from "../api/donor";
import { dayAfter } from "../days";
import { donorRules } from "../rules";

/** Somebody gave blood, here or elsewhere: the days of rest begin. */
export function DonationCard({ token, donor }: { token: string; donor: Donor }) {
  const report = useReportDonation(token);
  const today = useIndiaTime()?.day ?? "";
  const [chosen, setChosen] = useState<string>();
  const date = chosen ?? today;
  const days = donor.Gender === "Female" ? donorRules.daysFemale : donorRules.daysMale;

  function submit(): void {
    report.mutate({ date }, { onSuccess: () => setChosen(undefined) });
  }

  return (
    <Card className="max-sm:p-5 sm:p-8">
      <h2 className="text-xl font-bold">{m.donor_donation_title()}</h2>
      <p className="mt-1 mb-5 text-muted">{m.donor_donation_text({ days })}</p>
      <Form errors={refusedFields(report.error)} onSubmit={submit}>
        <DateField
          label={m.donor_donation_day()}
          name="date"
          value={date}
          onChange={setChosen}
          first={today && dayAfter(today, -365)}
          last={today}
        />
        <div className="grid sm:grid-cols-3">
          <Button type="submit" tone="soft" isPending={report.isPending}>
            {m.donor_donation()}
          </Button>
        </div>
      </Form>
    </Card>
  );
}
