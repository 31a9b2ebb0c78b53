import { PasswordField } from "../../../components/password-field";
import { TextField } from "../../../components/text-field";
import { m } from "../../../paraglide/messages";

interface LoginFieldsProps {
  /** The two forms spell their fields differently. */
  names: { email: string; phone: string; password: string };
  onMend: () => void;
}

/** How a worker is reached, and the password chosen twice. */
export function LoginFields({ names, onMend }: LoginFieldsProps) {
  return (
    <>
      <TextField label={m.email()} name={names.email} type="email" autoComplete="email" isRequired />
      <TextField
        label={m.registration_phone()}
        hint={m.registration_phone_hint()}
        name={names.phone}
        type="tel"
        autoComplete="tel"
        isRequired
      />
      <PasswordField
        label={m.password()}
        hint={m.registration_password_hint()}
        name={names.password}
        autoComplete="new-password"
        onChange={onMend}
      />
      <PasswordField label={m.registration_confirm()} name="confirm" autoComplete="new-password" />
    </>
  );
}
