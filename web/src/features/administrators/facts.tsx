/** Facts of the operator's page, and in a word whether they are well. */
import type { ReactNode } from "react";
import { Badge } from "../../components/badge";

export function Facts({ children }: { children: ReactNode }) {
  return <dl className="grid gap-x-8 gap-y-4 sm:grid-cols-2">{children}</dl>;
}

interface JudgedProps {
  bad?: string | false | null;
  good?: string | null;
  children: ReactNode;
}

/** What is so, and in a word whether that is well. */
export function Judged({ bad, good, children }: JudgedProps) {
  const word = bad || good;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {children}
      {word && <Badge tone={bad ? "bad" : "good"}>{word}</Badge>}
    </span>
  );
}
