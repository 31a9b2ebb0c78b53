import { Card } from "../../../components/card";
import { m } from "../../../paraglide/messages";
import { type Answer, useReportRequester } from "../api/answer";
import { CallButton } from "./call-button";
import { ReportButton } from "./report-button";
import { TakeBack } from "./take-back";

interface AnswerContactProps {
  token: string;
  contact: NonNullable<Answer["contact"]>;
  isReported: boolean;
}

/** After a yes: whom to call, what to bring, and the ways out. */
export function AnswerContact({ token, contact, isReported }: AnswerContactProps) {
  const report = useReportRequester(token);
  const { Contact_name, Phone_number, Patient_name } = contact;
  return (
    <>
      <Card className="max-sm:p-5 sm:p-8">
        <dl className="mb-5 grid gap-4 sm:grid-cols-2">
          <div>
            <dt className="text-sm text-muted">{m.blood_contact()}</dt>
            <dd className="text-lg font-bold wrap-anywhere">{Contact_name}</dd>
          </div>
          <div>
            <dt className="text-sm text-muted">{m.blood_patient()}</dt>
            <dd className="text-lg font-bold wrap-anywhere">{Patient_name}</dd>
          </div>
        </dl>
        <div className="grid">
          <CallButton name={Contact_name} number={Phone_number} />
        </div>
        <p className="mt-3 text-center text-muted">{m.blood_answer_they_see()}</p>
      </Card>
      <Card className="max-sm:p-5 sm:p-8">
        <h2 className="text-xl font-bold">{m.blood_bring_title()}</h2>
        <ul className="mt-3 list-disc space-y-1 ps-5">
          <li>{m.blood_bring_identity()}</li>
          <li>{m.blood_bring_names()}</li>
          <li>{m.blood_bring_eat()}</li>
          <li>{m.blood_bring_free()}</li>
        </ul>
        <div className="mt-6 grid items-center gap-3 border-t border-line pt-5 sm:grid-cols-2">
          <TakeBack token={token} />
          <ReportButton isReported={isReported} report={report} />
        </div>
      </Card>
    </>
  );
}
