import { CloudOff } from "lucide-react";
import { m } from "../paraglide/messages";
import { Button } from "./button";
import { EmptyState } from "./empty-state";

export function ErrorState({ onRetry }: { onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        heading="h1"
        icon={<CloudOff aria-hidden className="size-9" />}
        title={m.error_title()}
        text={m.error_text()}
      >
        <Button onPress={onRetry}>{m.try_again()}</Button>
      </EmptyState>
    </div>
  );
}
