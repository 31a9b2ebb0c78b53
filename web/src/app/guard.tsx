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
  const { login } = roleKeys[role];
  return leaves ? <Navigate to={login} replace /> : <SignInFirst login={login} />;
}

/** The login brings them back to the page, with what it was handed. */
export function SignInFirst({ login }: { login: string }) {
  const { pathname, search, hash, state: fromState } = useLocation();
  useEffect(() => {
    showError(m.please_sign_in());
  }, []);
  return <Navigate to={login} replace state={{ from: pathname + search + hash, fromState }} />;
}
