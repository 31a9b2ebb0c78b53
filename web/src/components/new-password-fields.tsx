import { useState } from "react";
import { type Strength, strengthOf, strengths } from "../lib/password-strength";
import { m } from "../messages";
import { PasswordField } from "./password-field";

interface NewPasswordFieldsProps {
  label: string;
  /** The field's name of the password. The confirmation is `confirm`, and is not sent. */
  name?: string;
  /** Called on a change of the first field, which may clear the second one's error. */
  onChange: () => void;
}

/** A password entered twice, with an estimate of its strength. */
export function NewPasswordFields({ label, name = "password", onChange }: NewPasswordFieldsProps) {
  const [strength, setStrength] = useState<Strength>();
  function choose(password: string): void {
    setStrength(password === "" ? undefined : strengthOf(password));
    onChange();
  }
  return (
    <>
      <PasswordField
        label={label}
        name={name}
        onChange={choose}
        autoComplete="new-password"
        hint={<StrengthHint strength={strength} />}
      />
      <PasswordField label={m.registration_password_again()} name="confirm" autoComplete="new-password" />
    </>
  );
}

const words = { weak: m.password_weak, fair: m.password_fair, good: m.password_good };
const colours = { weak: "bg-blood", fair: "bg-pending", good: "bg-brand" };

/** Before typing, the requirements are shown. */
function StrengthHint({ strength }: { strength: Strength | undefined }) {
  const reached = strength ? strengths.indexOf(strength) : -1;
  return (
    <span className="flex flex-col gap-1.5">
      {strength && (
        <span aria-hidden className="flex gap-1">
          {strengths.map((step, place) => (
            <span
              key={step}
              className={`h-1 flex-1 rounded-full ${place <= reached ? colours[strength] : "bg-line"}`}
            />
          ))}
        </span>
      )}
      <span aria-live="polite">{strength ? words[strength]() : m.registration_password_hint()}</span>
    </span>
  );
}
