/** The slot picker in the address. The days of a doctor's page open it for everybody; "Book Clinic Visit" leads visitors to the login first, and back. */
import { useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigate, useNavigationType } from "react-router";
import { usePanel } from "../../lib/address";
import { paths } from "../../lib/paths";
import { tokenOf } from "../../lib/session";
import { showMessage } from "../../lib/toasts";
import type { KeptChoice } from "../../lib/visit-choice";
import { m } from "../../messages";

/** Addresses whose picker led to a booking. Back must not open the picker there again. */
const finished = new Set<string>();

/** Call after a booking with the address of the picker. */
export function passBy(address: string): void {
  finished.add(address);
}

export function usePanelAddress(name: string) {
  const { id, open: openPanel, close } = usePanel(name);
  const navigate = useNavigate();
  const { pathname, search, state } = useLocation();
  const address = pathname + search;
  const isBack = useNavigationType() === "POP";
  const isFinished = isBack && finished.has(address);
  const handed = useRef(state);
  useLayoutEffect(() => {
    handed.current = state;
  });

  /**
   * Opens the panel at a slot or day, or at the first day with a free slot; `isForAll`: also for a visitor who is not logged in. Always the
   * same function, so that cards of a list do not render again.
   */
  const open = useCallback(
    (id: string, chosen?: KeptChoice | null, isForAll = false) => {
      if (isForAll || tokenOf("user") !== null) {
        openPanel(id, { ...handed.current, ...chosen });
        return;
      }
      const { pathname, search } = window.location;
      const address = new URLSearchParams(search);
      address.set(name, id);
      showMessage(m.login_required());
      navigate(paths.login, { state: { from: `${pathname}?${address}`, fromState: chosen } });
    },
    [name, openPanel, navigate],
  );

  const leave = useEffectEvent(close);
  useEffect(() => {
    if (isFinished) leave();
    // The picker was opened again: from now on Back may come back to it.
    else if (!isBack) finished.delete(address);
  }, [isFinished, isBack, address]);

  return { id: isFinished ? null : id, open, close };
}
