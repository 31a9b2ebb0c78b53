import { CloudOff } from "lucide-react";
import { failureText } from "../lib/failure";
import { m } from "../paraglide/messages";
import { Button } from "./button";
import { ListNote } from "./list-note";

interface ListErrorProps {
  error: Error;
  onRetry: () => void;
  heading?: "h2" | "h3";
}

/** A list could not be loaded: why, and whatever else is on the page stays in use. */
export function ListError({ error, onRetry, heading }: ListErrorProps) {
  return (
    <div role="alert">
      <ListNote
        heading={heading}
        icon={<CloudOff aria-hidden className="size-7" />}
        title={m.error_title()}
        text={failureText(error)}
      >
        <Button tone="soft" onPress={onRetry}>
          {m.try_again()}
        </Button>
      </ListNote>
    </div>
  );
}
