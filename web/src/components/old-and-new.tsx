import { ArrowRight } from "lucide-react";
import { m } from "../messages";

interface OldAndNewProps {
  /** The id of the current value's element. */
  id?: string;
  old: string;
  /** Missing or null if it does not change. */
  new?: string | null;
}

/** The current value and, if a change is requested, the new one. */
export function OldAndNew({ id, old, new: wanted }: OldAndNewProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 wrap-anywhere">
      {wanted && <span className="sr-only">{m.change_current()}: </span>}
      <span id={id} className={wanted ? "text-muted" : ""}>
        {old}
      </span>
      {wanted && (
        <span className="inline-flex items-center gap-2">
          <ArrowRight aria-hidden className="size-4 shrink-0 text-muted" />
          <span className="sr-only">{m.change_new()}: </span>
          <strong>{wanted}</strong>
        </span>
      )}
    </span>
  );
}
