import { useState } from "react";
import { useDecide } from "./api/doctor";
import type { Decision } from "./decisions";

/** The open decisions, and how to make one. The promise tells of a failure, so that a typed reason is not lost. */
export function useDecisions(docId: string) {
  const [open, setOpen] = useState<readonly Decision[]>([]);
  const { mutateAsync } = useDecide(docId);

  async function decide(decision: Decision): Promise<void> {
    setOpen((decisions) => [...decisions, decision]);
    try {
      await mutateAsync(decision);
    } finally {
      setOpen((decisions) => decisions.filter((other) => other !== decision));
    }
  }

  return { open, decide };
}
