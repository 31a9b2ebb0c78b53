/** Pages for one role; anybody else is redirected to the login of that role. */
import { Fragment, type ReactNode, useEffect, useState } from "react";
import { Navigate, useLocation } from "react-router";
import { twoFactorPages } from "../../lib/paths";
import {
  hasExpired,
  type Role,
  roleKeys,
  useOwner,
  useToken,
  useTwoFactorSetupRequired,
  wasLoggedOutElsewhere,
} from "../../lib/session";
import { showMessage } from "../../lib/toasts";
import { m } from "../../messages";

export function Guard({ role, children }: { role: Role; children: ReactNode }) {
  const token = useToken(role);
  const owner = useOwner(role);
  const [cameSignedIn] = useState(token !== null);
  const isKeptOut = useIsKeptOut(role);
  if (token !== null && isKeptOut && role !== "user") return <GoTo page={twoFactorPages[role]} />;
  // Another account that signs in in another tab gets a fresh page.
  if (token !== null) return <Fragment key={owner}>{children}</Fragment>;
  // After a logout the login does not lead back here.
  const leaves = cameSignedIn && !hasExpired(role);
  const { login } = roleKeys[role];
  return leaves ? <LoggedOut login={login} /> : <SignInFirst login={login} />;
}

/** A logout in another tab ends this session too; a toast says so. */
function LoggedOut({ login }: { login: string }) {
  useEffect(() => {
    if (wasLoggedOutElsewhere()) showMessage(m.login_ended_in_other_tab());
  }, []);
  return <Navigate to={login} replace />;
}

/** If the role requires a second factor, it must be set up first. */
function useIsKeptOut(role: Role): boolean {
  const owes = useTwoFactorSetupRequired(role);
  const { pathname } = useLocation();
  return owes && role !== "user" && pathname !== twoFactorPages[role];
}

/** The login leads back to the page with its navigation state. */
export function SignInFirst({ login }: { login: string }) {
  useEffect(() => {
    showMessage(m.login_required());
  }, []);
  return <GoTo page={login} />;
}

/** Redirects to a page that can lead back here. */
function GoTo({ page }: { page: string }) {
  const { pathname, search, hash, state: fromState } = useLocation();
  return <Navigate to={page} replace state={{ from: pathname + search + hash, fromState }} />;
}
