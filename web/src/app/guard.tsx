/** Pages for one role: whoever is not signed in, or no longer, goes to that role's login. */
import { Fragment, type ReactNode, useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { paths } from "../lib/paths";
import {
  hasExpired,
  type Role,
  roleKeys,
  useOwes,
  useOwner,
  useToken,
  wasLoggedOutElsewhere,
} from "../lib/session";
import { showMessage } from "../lib/toasts";
import { m } from "../paraglide/messages";

export function Guard({ role, children }: { role: Role; children: ReactNode }) {
  const token = useToken(role);
  const owner = useOwner(role);
  const [cameSignedIn] = useState(token !== null);
  const isKeptOut = useIsKeptOut(role);
  if (token !== null && isKeptOut && role !== "user") return <GoTo page={twoFactorPages[role]} />;
  // Whoever signs in in another tab finds their own page, with nothing left of the one before.
  if (token !== null) return <Fragment key={owner}>{children}</Fragment>;
  // Whoever logs out says so themselves, and leaves the page for good.
  const leaves = cameSignedIn && !hasExpired(role);
  const { login } = roleKeys[role];
  return leaves ? <LoggedOut login={login} /> : <SignInFirst login={login} />;
}

/** Another tab's logout ends this one's session too, and says so. */
function LoggedOut({ login }: { login: string }) {
  useEffect(() => {
    if (wasLoggedOutElsewhere()) showMessage(m.logged_out_elsewhere());
  }, []);
  return <Navigate to={login} replace />;
}

/** Where a second factor is set up. Patients have none. */
const twoFactorPages = {
  doctor: paths.doctorTwoFactor,
  worker: paths.businessTwoFactor,
  desk: paths.deskTwoFactor,
  admin: paths.adminTwoFactor,
} as const;

/** Where a second factor is demanded of a role, it is set up before anything else is shown. */
function useIsKeptOut(role: Role): boolean {
  const owes = useOwes(role);
  const { pathname } = useLocation();
  return owes && role !== "user" && pathname !== twoFactorPages[role];
}

/** The login brings them back to the page, with what it was handed. */
export function SignInFirst({ login }: { login: string }) {
  useEffect(() => {
    showMessage(m.please_sign_in());
  }, []);
  return <GoTo page={login} />;
}

/** To a page that can lead back here. */
function GoTo({ page }: { page: string }) {
  const { pathname, search, hash, state: fromState } = useLocation();
  return <Navigate to={page} replace state={{ from: pathname + search + hash, fromState }} />;
}
