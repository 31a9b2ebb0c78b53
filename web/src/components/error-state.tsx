import { CloudOff } from "lucide-react";
import { failureText } from "../lib/failure";
import { m } from "../paraglide/messages";

import { EmptyState } from "./empty-state";
import { PlainButton } from "./plain-button";

interface ErrorStateProps {
  error: Error;
  onRetry: () => void;
}

/** A whole page could not be shown. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  return (
    <div role="alert">
      <EmptyState
        heading="h1"
        icon={<CloudOff aria-hidden className="size-9" />}
        title={m.error_title()}
        text={failureText(error)}
      >
        <PlainButton onPress={onRetry}>{m.try_again()}</PlainButton>
      </EmptyState>
    </div>
  );
}
