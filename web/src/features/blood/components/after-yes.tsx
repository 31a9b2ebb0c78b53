import { Card } from "../../../components/card";
import type { Answer } from "../api/answer";
import { useReportRequester } from "../api/report-requester";
import { ReportButton } from "./report-button";
import { TakeBack } from "./take-back";

/** What is left of a yes once the two no longer see each other: to take it back, and to report what went wrong. */
export function AfterYes({ token, answer }: { token: string; answer: Answer }) {
  const report = useReportRequester(token);
  return (
    <Card className="max-sm:p-5 sm:p-8">
      <div className="grid items-center gap-3 sm:grid-cols-2">
        {answer.saidYes && <TakeBack token={token} isOver />}
        <ReportButton isReported={answer.reported} report={report} />
      </div>
    </Card>
  );
}
