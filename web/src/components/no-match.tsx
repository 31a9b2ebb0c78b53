import { SearchX } from "lucide-react";
import { Button } from "../../../components/button";
import { m } from "../../../paraglide/messages";
import { ListNote } from "./list-note";

interface NoMatchProps {
  onClear: () => void;
  heading?: "h2" | "h3";
}

export function NoMatch({ onClear, heading }: NoMatchProps) {
  return (
    <ListNote
      heading={heading}
      icon={<SearchX aria-hidden className="size-7" />}
      title={m.clinic_no_match_title()}
      text={m.clinic_no_match_text()}
    >
      <Button tone="soft" onPress={onClear}>
        {m.find_clear()}
      </Button>
    </ListNote>
  );
}
