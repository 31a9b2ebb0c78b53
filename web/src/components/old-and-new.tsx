import { ArrowRight } from "lucide-react";
import { m } from "../paraglide/messages";

interface OldAndNewProps {
  /** The id of what is there now. */
  id?: string;
  old: string;
  /** Nothing where it stays. */
  new?: string | null;
}

/** What is there now and, where somebody asked for it, what is to take its place. */
export function OldAndNew({ id, old, new: wanted }: OldAndNewProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2 wrap-anywhere">
      {wanted && <span className="sr-only">{m.change_old()}: </span>}
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
