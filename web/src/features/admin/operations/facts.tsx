/** Parts of the operations page: facts with a verdict, and moments. */
import type { ReactNode } from "react";
import { Badge } from "../../../components/badge";
import { momentLabel } from "../../../lib/india-time";

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">{children}</dl>;
}

interface JudgedProps {
  bad?: string | false | null;
  good?: string | null;
  children: ReactNode;
}

/** A value, and a badge that says whether it is good. */
export function Judged({ bad, good, children }: JudgedProps) {
  const word = bad || good;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {children}
      {word && <Badge tone={bad ? "bad" : "good"}>{word}</Badge>}
    </span>
  );
}

export function Moment({ at }: { at: string }) {
  return <span className="@4xl:whitespace-nowrap">{momentLabel(at)}</span>;
}
