/** What a registration form refuses before anything is sent. */
import { wrongHours } from "../../lib/profile";
import { m } from "../../paraglide/messages";

/** By field name; nothing when all is well. The hospital's form has no hours and spells its password with a capital. */
export function joinErrors(form: FormData): Record<string, string> {
  const at = (name: string) => String(form.get(name) ?? "");
  const password = at(form.has("Password") ? "Password" : "password");
  const mismatch = password === at("confirm") ? {} : { confirm: m.registration_mismatch() };
  return { ...wrongHours(at), ...mismatch };
}
