import { CloudOff } from "lucide-react";
import { failureText } from "../lib/failure";
import { m } from "../paraglide/messages";
import { Button } from "./button";

interface FailedLineProps {
  /** What did not come. */
  what: string;
  error: Error;
  isRetrying: boolean;
  onRetry: () => void;
}

/** One quiet line beside what is there: what failed, why, and the way to try again. */
export function FailedLine({ what, error, isRetrying, onRetry }: FailedLineProps) {
  return (
    <div
      role="status"
      className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2 rounded-control bg-waiting-soft px-4 py-2.5 text-waiting-ink"
    >
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-3">
        <CloudOff aria-hidden className="mt-0.5 size-5 shrink-0" />
        <span>
          <span className="font-semibold">{what}</span> {failureText(error)}
        </span>
      </p>
      <Button tone="quiet" isPending={isRetrying} onPress={onRetry}>
        {m.try_again()}
      </Button>
    </div>
  );
}
