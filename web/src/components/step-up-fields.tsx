import { m } from "../messages";
import { PasswordField } from "./password-field";
import { TextField } from "./text-field";

interface StepUpFieldsProps {
  /** Whether the account has a second factor. */
  asksCode: boolean;
  label?: string;
  hint?: string;
  autoFocus?: boolean;
}

/** The user's password and, if two-factor login is on, a code of the app or a recovery code. */
export function StepUpFields({ asksCode, label = m.step_up_password(), hint, autoFocus }: StepUpFieldsProps) {
  return (
    <>
      <PasswordField
        label={label}
        hint={hint}
        name="current_password"
        autoComplete="current-password"
        autoFocus={autoFocus}
      />
      {asksCode && (
        <TextField
          label={m.step_up_code()}
          hint={m.step_up_code_hint()}
          name="code"
          autoComplete="one-time-code"
          isRequired
        />
      )}
    </>
  );
}
