/** Sends people whose token the server refused to the login of that role. */
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { onExpired, roleKeys } from "../lib/session";
import { showError } from "../lib/toasts";
import { m } from "../paraglide/messages";

export function SessionExpiry() {
  const navigate = useNavigate();
  const { state: fromState } = useLocation();
  useEffect(
    () =>
      onExpired((role) => {
        const { pathname, search, hash } = window.location;
        showError(m.please_sign_in());
        navigate(roleKeys[role].login, {
          replace: true,
          state: { from: pathname + search + hash, fromState },
        });
      }),
    [navigate, fromState],
  );
  return null;
}
