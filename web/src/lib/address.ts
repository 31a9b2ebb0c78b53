/**
 * State in the address: the filters of a list, and which panel is open. So both survive a reload and can be linked. Searches for
 * people are kept behind the `#`, which browsers do not send.
 */
import { useCallback, useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { leaveDialogs, stepBack } from "./overlay-history";

/** A filter of a list. */
interface Param {
  /** The parameter's name, if it differs. */
  as?: string;
  /** Parses the written value; the empty text means no filter. */
  read?: (written: string) => string;
  /** Names and numbers of people: kept behind the `#`, so that they reach no server log. */
  isPrivate?: boolean;
}

type Params<Name extends string> = Readonly<Record<Name, Param>>;

/** Values of the filters; the empty text means no filter. */
export type Filters<Of> = Record<keyof Of, string>;

/** The parts of an address that hold a page's state. */
interface Address {
  search: string;
  hash: string;
}

function partsOf({ search, hash }: Address) {
  return { sent: new URLSearchParams(search), unsent: new URLSearchParams(hash.slice(1)) };
}

export function readFilters<Name extends string>(params: Params<Name>, address: Address) {
  const { sent, unsent } = partsOf(address);
  const read = ([name, { as = name, read, isPrivate }]: [string, Param]) => {
    // Older bookmarks have it in the query string.
    const written = ((isPrivate ? unsent.get(as) : null) ?? sent.get(as) ?? "").trim();
    return [name, read?.(written) ?? written];
  };
  return Object.fromEntries(Object.entries<Param>(params).map(read)) as Record<Name, string>;
}

/** The address with these filters changed; other parameters stay. */
export function withFilters<Name extends string>(
  params: Params<Name>,
  address: Address,
  changed: Partial<Record<Name, string>>,
): Address {
  const { sent, unsent } = partsOf(address);
  // The next page's link without scripts sets it; it is no place in a list with other filters.
  sent.delete("cursor");
  for (const [name, value] of Object.entries<string | undefined>(changed)) {
    if (value === undefined) continue;
    const { as = name, isPrivate }: Param = params[name as Name];
    if (isPrivate) sent.delete(as);
    const place = isPrivate ? unsent : sent;
    if (value === "") place.delete(as);
    else place.set(as, value);
  }
  return { search: `${sent}`, hash: `${unsent}` };
}

/** A change replaces the history entry, so that Back leads to the page before. */
export function useFilters<Name extends string>(params: Params<Name>) {
  const location = useLocation();
  const navigate = useNavigate();
  const filters = readFilters(params, location);
  const none = Object.fromEntries(Object.keys(params).map((name) => [name, ""])) as typeof filters;
  // From the current address: the latest change may not be rendered yet.
  const change = (changed: Partial<typeof filters>) =>
    navigate(withFilters(params, window.location, changed), { replace: true, state: location.state });

  // Moves the private filters of an older bookmark behind the `#`.
  useEffect(() => {
    const { sent } = partsOf(window.location);
    const isSent = ([name, { as = name, isPrivate }]: [string, Param]) => isPrivate && sent.has(as);
    if (Object.entries<Param>(params).some(isSent)) change(readFilters(params, window.location));
  });

  return {
    filters,
    change,
    clear: () => change(none),
    isFiltered: Object.values(filters).some((value) => value !== ""),
  };
}

/** Marks history entries that were added by opening a panel, so that closing goes back. */
const openedHere = "openedHere";

/** The current address with a panel open, or closed. */
function withPanel(name: string, id: string): Address {
  return withFilters({ [name]: {} }, window.location, { [name]: id });
}

/** A panel that is open while the address has `?{name}=`: a link opens it, Back closes it. */
export function usePanel(name: string) {
  const navigate = useNavigate();
  const location = useLocation();
  const { state, key } = location;

  /** Stable, so that memoized rows of a list do not render again. */
  const open = useCallback(
    (id: string, handed?: object) => {
      if (partsOf(window.location).sent.get(name) === id) return;
      navigate(withPanel(name, id), { state: { ...handed, [openedHere]: true } });
    },
    [name, navigate],
  );

  /** A second press before the next render has no effect. */
  function close(): void {
    leaveDialogs(key, () => {
      if (state?.[openedHere]) stepBack();
      else navigate(withPanel(name, ""), { replace: true, state });
    });
  }

  /** The panel's subject, while it is open. */
  return { id: partsOf(location).sent.get(name), open, close };
}
