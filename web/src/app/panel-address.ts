/** The slot picker's place in the address. At a chosen day or time anybody opens it; without one, who is not signed in comes back to it from the login. */
import { useCallback, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";
import { usePanel } from "../lib/address";
import { paths } from "../lib/paths";
import { tokenOf } from "../lib/session";
import { showMessage } from "../lib/toasts";
import { m } from "../paraglide/messages";

export function usePanelAddress(name: string) {
  const { id, open: openPanel, close } = usePanel(name);
  const navigate = useNavigate();
  const { state } = useLocation();
  const handed = useRef(state);
  useLayoutEffect(() => {
    handed.current = state;
  });

  /** At a slot or day, or at the first day with a free slot. Always the same function: a list hands it to its cards. */
  const open = useCallback(
    (id: string, chosen?: { date: string; time?: string }) => {
      // Free times are seen without signing in; who has chosen one signs in before it is booked.
      if (chosen || tokenOf("user") !== null) {
        openPanel(id, { ...handed.current, ...chosen });
        return;
      }
      const { pathname, search } = window.location;
      const address = new URLSearchParams(search);
      address.set(name, id);
      showMessage(m.please_sign_in());
      navigate(paths.login, { state: { from: `${pathname}?${address}` } });
    },
    [name, openPanel, navigate],
  );

  return { id, open, close };
}
