import { m } from "../../../messages";

/** Where no messages to phones are set up: says what is missing, and that everything else works. */
export function NoCodes() {
  return (
    <p role="status" className="rounded-control bg-pending-soft p-3 text-pending-ink">
      {m.code_login_missing()}
    </p>
  );
}
