import { Check, ShieldCheck } from "lucide-react";
import { m } from "../../../messages";
import { donorRules, MIN_HAEMOGLOBIN } from "../rules";

/** The national rules in five lines, for information; the blood centre decides. */
export function WhoCanDonate({ className = "" }: { className?: string }) {
  const { youngest, oldest, oldestFirstTime, kilograms, daysMale, daysFemale } = donorRules;
  const rules = [
    m.donor_who_age({ youngest, oldest, first: oldestFirstTime }),
    m.donor_who_weight({ kilograms }),
    m.donor_who_haemoglobin({ least: MIN_HAEMOGLOBIN }),
    m.donor_who_days({ men: daysMale, women: daysFemale }),
  ];
  return (
    <section className={`rounded-card bg-blood-soft p-5 ${className}`}>
      <h2 className="text-lg font-bold text-blood-ink">{m.donor_who_title()}</h2>
      <ul className="mt-3 flex flex-col gap-2.5">
        {rules.map((rule) => (
          <li key={rule} className="flex gap-2.5">
            <Check aria-hidden className="mt-0.5 size-5 shrink-0 text-blood-ink" />
            {rule}
          </li>
        ))}
      </ul>
      <p className="mt-4 flex gap-2.5 border-t border-blood/20 pt-4 font-semibold">
        <ShieldCheck aria-hidden className="mt-0.5 size-5 shrink-0 text-blood-ink" />
        {m.blood_centre_decides()}
      </p>
    </section>
  );
}
