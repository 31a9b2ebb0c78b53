import { CloudOff } from "lucide-react";
import { failureText } from "../../../api/problem";
import { Button } from "../../../components/button";
import { m } from "../../../paraglide/messages";
import { ListNote } from "./list-note";

interface ListErrorProps {
  error: Error;
  onRetry: () => void;
  heading?: "h2" | "h3";
}

/** One list of several could not be loaded: the server's reason, and the other lists stay in use. */
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
