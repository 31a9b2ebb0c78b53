import { m } from "../paraglide/messages";
import { PasswordField } from "./password-field";

/** Asked for in a profile when what somebody signs in with changes: a stolen session must not be enough. */
export function OwnPassword() {
  return (
    <div className="border-t border-line py-4">
      <PasswordField
        label={m.profile_delete_password()}
        hint={m.profile_password_hint()}
        name="current_password"
        autoComplete="current-password"
      />
    </div>
  );
}
