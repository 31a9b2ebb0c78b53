/** Writes the input about the patient to the history entry, so that it survives a reload and "Change the time". */
import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../lib/paths";
import type { VisitChoice } from "../../lib/visit-choice";

/** The delay after typing. Safari refuses more than a hundred changes of the history in half a minute. */
const TYPING_PAUSE_MS = 250;

export function usePatientDraft(choice: VisitChoice, patient: NonNullable<VisitChoice["patient"]>): void {
  const navigate = useNavigate();
  const input = JSON.stringify(patient);
  const keepInput = useEffectEvent(() => {
    // After a navigation this page may still be rendered for a moment; the draft must not lead back to it.
    if (window.location.pathname !== paths.confirmBooking) return;
    if (input === JSON.stringify(choice.patient)) return;
    navigate(paths.confirmBooking, { replace: true, state: { ...choice, patient } });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the input is the event.
  useEffect(() => {
    const timer = window.setTimeout(keepInput, TYPING_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [input]);
}
