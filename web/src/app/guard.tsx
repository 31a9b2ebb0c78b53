/** Pages for one role: whoever is not signed in, or no longer, goes to that role's login. */
import { Fragment, type ReactNode, useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { hasExpired, type Role, roleKeys, useOwnId, useToken } from "../lib/session";
import { showError } from "../lib/toasts";
import { m } from "../paraglide/messages";

export function Guard({ role, children }: { role: Role; children: ReactNode }) {
  const token = useToken(role);
  const id = useOwnId(role);
  const [cameSignedIn] = useState(token !== null);
  // Whoever signs in in another tab finds their own page, with nothing left of the one before.
  if (token !== null) return <Fragment key={id}>{children}</Fragment>;
  // Whoever logs out says so themselves, and leaves the page for good.
  const leaves = cameSignedIn && !hasExpired(role);
  return leaves ? <Navigate to={roleKeys[role].login} replace /> : <SignInFirst role={role} />;
}

/** The login brings them back to the page, with what it was handed. */
function SignInFirst({ role }: { role: Role }) {
  const { pathname, search, hash, state: fromState } = useLocation();
  useEffect(() => {
    showError(m.please_sign_in());
  }, []);
  return <Navigate to={roleKeys[role].login} replace state={{ from: pathname + search + hash, fromState }} />;
}
