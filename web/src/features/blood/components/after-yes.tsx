import { type Answer, useReportRequester } from "../api/answer";
import { ReportButton } from "./report-button";
import { TakeBack } from "./take-back";

/** What is left of a yes once the two no longer see each other: to take it back, and to report what went wrong. */
export function AfterYes({ token, answer }: { token: string; answer: Answer }) {
  const report = useReportRequester(token);
  return (
    <div className="grid items-center gap-3 border-t border-line pt-5 sm:grid-cols-2">
      {answer.saidYes && <TakeBack token={token} isOver />}
      <ReportButton isReported={answer.reported} report={report} />
    </div>
  );
}
