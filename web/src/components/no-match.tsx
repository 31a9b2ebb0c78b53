import { SearchX } from "lucide-react";
import { m } from "../paraglide/messages";
import { Button } from "./button";
import { ListNote } from "./list-note";

interface NoMatchProps {
  /** What nothing was found of. */
  text: string;
  onClear: () => void;
  heading?: "h2" | "h3";
}

/** There is something, but the search or the filters find none of it. */
export function NoMatch({ text, onClear, heading }: NoMatchProps) {
  return (
    <ListNote
      heading={heading}
      icon={<SearchX aria-hidden className="size-7" />}
      title={m.clinic_no_match_title()}
      text={text}
    >
      <Button tone="soft" onPress={onClear}>
        {m.find_clear()}
      </Button>
    </ListNote>
  );
}
