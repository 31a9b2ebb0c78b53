import { CloudOff } from "lucide-react";
import { m } from "../paraglide/messages";
import { Button } from "./button";
import { ListNote } from "./list-note";

interface ListErrorProps {
  /** Why, as `failureText` says it. */
  text: string;
  onRetry: () => void;
  heading?: "h2" | "h3";
}

/** One list of several could not be loaded: the server's reason, and the other lists stay in use. */
export function ListError({ text, onRetry, heading }: ListErrorProps) {
  return (
    <div role="alert">
      <ListNote
        heading={heading}
        icon={<CloudOff aria-hidden className="size-7" />}
        title={m.error_title()}
        text={text}
      >
        <Button tone="soft" onPress={onRetry}>
          {m.try_again()}
        </Button>
      </ListNote>
    </div>
  );
}
