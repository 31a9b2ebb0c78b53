import { useState } from "react";
import { refusedFields } from "../../../api/problem";
import { Button } from "../../../components/button";
import { Card } from "../../../components/card";
import { DateField } from "../../../components/date-field";
import { Form } from "../../../components/form";
import { RadioGroup } from "../../../components/radio-group";
import { useIndiaTime } from "../../../lib/india-time";
import { m } from "../../../paraglide/messages";
import { type Donor, usePauseDonor, useResumeDonor } from "../api/donor";
import { dayAfter } from "../days";

/** Not to be asked for a while, and to come back from it. */
export function PauseCard({ token, donor }: { token: string; donor: Donor }) {
  return (
    <Card className="max-sm:p-5 sm:p-8">
      <h2 className="text-xl font-bold">{m.donor_pause_title()}</h2>
      {donor.status === "paused" ? <Resume token={token} /> : <Pause token={token} />}
    </Card>
  );
}

function Resume({ token }: { token: string }) {
  const resume = useResumeDonor(token);
  return (
    <>
      <p className="mt-1 mb-5 text-muted">{m.donor_resume_text()}</p>
      <Button isPending={resume.isPending} onPress={() => resume.mutate()}>
        {m.donor_resume()}
      </Button>
    </>
  );
}

function Pause({ token }: { token: string }) {
  const pause = usePauseDonor(token);
  const today = useIndiaTime()?.day;
  const [kind, setKind] = useState("open");
  const [until, setUntil] = useState("");
  const untilDay = kind === "day";

  function submit(): void {
    pause.mutate(untilDay ? { until } : {});
  }

  return (
    <>
      <p className="mt-1 mb-5 text-muted">{m.donor_pause_text()}</p>
      <Form errors={refusedFields(pause.error)} onSubmit={submit}>
        <RadioGroup
          label={m.donor_pause_how_long()}
          name="kind"
          choices={[
            { id: "open", label: m.donor_pause_open() },
            { id: "day", label: m.donor_pause_day() },
          ]}
          first={kind}
          onChange={setKind}
        />
        {untilDay && (
          <DateField
            label={m.donor_pause_until()}
            name="until"
            value={until}
            onChange={setUntil}
            first={today && dayAfter(today, 1)}
          />
        )}
        <div className="grid sm:grid-cols-3">
          <Button type="submit" tone="soft" isPending={pause.isPending}>
            {m.donor_pause()}
          </Button>
        </div>
      </Form>
    </>
  );
}
