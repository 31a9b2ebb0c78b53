/** Writes the input about the patient to the history entry, so that it survives a reload and "Change the time". */
import { useEffect, useEffectEvent } from "react";
import { useNavigate } from "react-router";
import { paths } from "../../lib/paths";
import type { VisitChoice } from "../../lib/visit-choice";

/** The delay after typing. Safari refuses more than a hundred changes of the history in half a minute. */
const TYPING_PAUSE_MS = 250;

export function usePatientDraft(choice: VisitChoice, patient: NonNullable<VisitChoice["patient"]>): void {
  const navigate = useNavigate();
  const keepTyped = useEffectEvent(() => {
    // After a navigation this page may still be rendered for a moment; the draft must not lead back to it.
    if (window.location.pathname !== paths.confirmBooking) return;
    if (JSON.stringify(patient) === JSON.stringify(choice.patient)) return;
    navigate(paths.confirmBooking, { replace: true, state: { ...choice, patient } });
  });
  const { patientAge, patientLocation, adultName, phoneConsent } = patient;
  const { name, phoneNumber, person, visitReason, visitType } = patient;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the input is the event.
  useEffect(() => {
    const timer = window.setTimeout(keepTyped, TYPING_PAUSE_MS);
    return () => window.clearTimeout(timer);
  }, [
    name,
    phoneNumber,
    person,
    visitReason,
    visitType,
    patientAge,
    patientLocation,
    adultName,
    phoneConsent,
  ]);
}
