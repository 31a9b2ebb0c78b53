import { CloudOff } from "lucide-react";
import { m } from "../paraglide/messages";
import { Button } from "./button";
import { EmptyState } from "./empty-state";

interface ErrorStateProps {
  onRetry: () => void;
  /** A page that has its own heading keeps it above this state. */
  heading?: "h1" | "h2";
}

export function ErrorState({ onRetry, heading = "h1" }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        heading={heading}
        icon={<CloudOff aria-hidden className="size-9" />}
        title={m.error_title()}
        text={m.error_text()}
      >
        <Button onPress={onRetry}>{m.try_again()}</Button>
      </EmptyState>
    </div>
  );
}
