import { PasswordField } from "../../../components/password-field";
import { m } from "../../../paraglide/messages";

/** A password chosen twice. The confirmation stays in the browser. */
export function NewPasswordFields({ label, onChange }: { label: string; onChange: () => void }) {
  return (
    <>
      <PasswordField
        label={label}
        name="password"
        onChange={onChange}
        autoComplete="new-password"
        hint={m.registration_password_hint()}
      />
      <PasswordField label={m.registration_confirm()} name="confirm" autoComplete="new-password" />
    </>
  );
}
