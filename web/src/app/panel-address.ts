/** The slot picker's place in the address: it is open while `?{name}=` stands there, so it survives a reload and a login. */
import { useCallback, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { paths } from "../lib/paths";
import { tokenOf } from "../lib/session";
import { showError } from "../lib/toasts";
import { m } from "../paraglide/messages";

/** Marks the entry of the history that opening a panel made, so that closing goes back instead of adding another. */
const openedHere = "openedHere";

export function usePanelAddress(name: string) {
  const [params, setParams] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();

  function openNow(value: string, date?: string): void {
    const address = new URLSearchParams(params);
    address.set(name, value);
    const chosen = date ? { date } : undefined;
    if (tokenOf("user") !== null) {
      setParams(address, { state: { ...state, ...chosen, [openedHere]: true } });
    } else {
      showError(m.please_sign_in());
      navigate(paths.login, { state: { from: `${pathname}?${address}`, fromState: chosen } });
    }
  }

  function close(): void {
    if (state?.[openedHere]) {
      navigate(-1);
      return;
    }
    const address = new URLSearchParams(params);
    address.delete(name);
    setParams(address, { replace: true, state });
  }

  // The router's functions change with every address. Whoever gets `open` is not drawn again for that.
  const latest = useRef(openNow);
  useLayoutEffect(() => {
    latest.current = openNow;
  });
  /** At a day, or at the first one with a free slot. Whoever is not signed in comes back here, with the panel open. */
  const open = useCallback((value: string, date?: string) => latest.current(value, date), []);

  return { value: params.get(name), open, close };
}
