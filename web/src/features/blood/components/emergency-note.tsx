import { Siren } from "lucide-react";
import { m } from "../../../paraglide/messages";

/** Volunteers need hours. Whoever has not got them must not lose them here. */
export function EmergencyNote() {
  return (
    <div className="flex gap-3 rounded-card border border-blood/20 bg-surface p-4 sm:p-5">
      <Siren aria-hidden className="mt-0.5 size-6 shrink-0 text-blood" />
      <p>
        <strong className="text-blood-ink">{m.blood_emergency()}</strong> {m.blood_emergency_text()}{" "}
        <a href="tel:108" className="font-semibold whitespace-nowrap underline underline-offset-4">
          {m.blood_emergency_call()}
        </a>
      </p>
    </div>
  );
}
