import { m } from "../../../messages";

/** Shown if no messages to phones are set up: codes cannot be sent, and everything else works. */
export function NoCodes() {
  return (
    <p role="status" className="rounded-control bg-pending-soft p-3 text-pending-ink">
      {m.code_login_missing()}
    </p>
  );
}
