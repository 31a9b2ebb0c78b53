/** Pages for one role: whoever is not signed in goes to that role's login. */
import { type ReactNode, useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { type Role, roleKeys, useToken } from "../lib/session";
import { showError } from "../lib/toasts";
import { m } from "../paraglide/messages";

export function Guard({ role, children }: { role: Role; children: ReactNode }) {
  const token = useToken(role);
  // A session that ends while the page is open ends by logout or by an expired token; both say so themselves.
  const [cameSignedIn] = useState(token !== null);
  if (token !== null) return children;
  return cameSignedIn ? <Navigate to={roleKeys[role].login} replace /> : <SignInFirst role={role} />;
}

function SignInFirst({ role }: { role: Role }) {
  const { pathname, search, hash } = useLocation();
  useEffect(() => {
    showError(m.please_sign_in());
  }, []);
  return <Navigate to={roleKeys[role].login} replace state={{ from: pathname + search + hash }} />;
}
