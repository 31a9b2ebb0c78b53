/** The page to return to after a login, if it is in the area of the role. */
import { useState } from "react";
import { useLocation, useNavigate } from "react-router";
import * as v from "valibot";
import { tabEpoch } from "./tab-owner";

const stateShape = v.object({ from: v.string(), fromState: v.optional(v.unknown()) });

interface ReturnAddress {
  to: string;
  /** The navigation state of the page, such as the slot that the user was about to book. */
  state?: unknown;
}

export function returnAddress(state: unknown, area: string): ReturnAddress | undefined {
  const parsed = v.safeParse(stateShape, state);
  if (!parsed.success) return undefined;
  const { from, fromState } = parsed.output;
  // Two slashes would be another site's address.
  return from.startsWith(area) && !from.startsWith("//") ? { to: from, state: fromState } : undefined;
}

/**
 * After a login: back to the previous page, if it lies in the area of that role, otherwise to its home. If another user's session ended
 * here, the new user is not led to that user's page.
 */
export function useGoOn(): (area: string, home: string) => void {
  const navigate = useNavigate();
  const { state } = useLocation();
  const [epoch] = useState(tabEpoch);
  return (area, home) => {
    const back = epoch === tabEpoch() ? returnAddress(state, area) : undefined;
    navigate(back?.to ?? home, { replace: true, state: back?.state });
  };
}
