import { CloudOff } from "lucide-react";
import { failureText } from "../lib/failure";
import { m } from "../paraglide/messages";
import { Note } from "./note";
import { PlainButton } from "./plain-button";

interface ErrorStateProps {
  error: Error;
  onRetry: () => void;
}

/** A whole page could not be shown. */
export function ErrorState({ error, onRetry }: ErrorStateProps) {
  return (
    <div role="alert">
      <Note heading="h1" icon={CloudOff} title={m.error_title()} text={failureText(error)}>
        <PlainButton onPress={onRetry}>{m.try_again()}</PlainButton>
      </Note>
    </div>
  );
}
