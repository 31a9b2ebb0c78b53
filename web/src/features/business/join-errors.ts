/** What a registration form refuses before anything is sent. */
import { m } from "../../paraglide/messages";

function text(form: FormData, name: string): string {
  return String(form.get(name) ?? "");
}

/** By field name; nothing when all is well. The hospital's form has no hours and spells its password with a capital. */
export function joinErrors(form: FormData): Record<string, string> {
  const errors: Record<string, string> = {};
  const password = text(form, form.has("Password") ? "Password" : "password");
  // Times of day compare as they are written: "09:15" < "13:00". Equal ones are allowed.
  if (text(form, "endTime") < text(form, "startTime")) errors.endTime = m.join_end_before_start();
  if (password !== text(form, "confirm")) errors.confirm = m.registration_mismatch();
  return errors;
}
