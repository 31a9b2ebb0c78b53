/**
 * What a page keeps in its address: what its list is filtered by, and which panel stands open beside it. So both survive a
 * reload, and a link carries them.
 */
import { useCallback, useRef } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";

/** A filter of a list. */
interface Param {
  /** Its name in the address, where that is another. */
  as?: string;
  /** What it means if this is written there; the empty text for nothing. */
  read?: (written: string) => string;
}

type Params<Name extends string> = Readonly<Record<Name, Param>>;

/** What a list is filtered by; the empty text narrows nothing. */
export type Filters<Of> = Record<keyof Of, string>;

export function readFilters<Name extends string>(params: Params<Name>, address: URLSearchParams) {
  const read = ([name, param]: [string, Param]) => {
    const written = address.get(param.as ?? name)?.trim() ?? "";
    return [name, param.read?.(written) ?? written];
  };
  return Object.fromEntries(Object.entries<Param>(params).map(read)) as Record<Name, string>;
}

/** The address with these filters changed; whatever else stands in it stays. */
export function withFilters<Name extends string>(
  params: Params<Name>,
  address: URLSearchParams,
  changed: Partial<Record<Name, string>>,
): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const [name, value] of Object.entries<string | undefined>(changed)) {
    const written = params[name as Name].as ?? name;
    if (value === "") next.delete(written);
    else if (value !== undefined) next.set(written, value);
  }
  return next;
}

/** A change replaces the address: the way back leads to the page before. */
export function useFilters<Name extends string>(params: Params<Name>) {
  const [address, setAddress] = useSearchParams();
  const { state } = useLocation();
  const filters = readFilters(params, address);
  const none = Object.fromEntries(Object.keys(params).map((name) => [name, ""])) as typeof filters;
  const change = (changed: Partial<typeof filters>) =>
    setAddress(withFilters(params, addressNow(), changed), { replace: true, state });
  return {
    filters,
    change,
    clear: () => change(none),
    isFiltered: Object.values(filters).some((value) => value !== ""),
  };
}

/** Of this moment: what was chosen just before may not be rendered yet. */
function addressNow(): URLSearchParams {
  return new URLSearchParams(window.location.search);
}

/** Marks the entry of the history that opening a panel made, so that closing goes back instead of adding another. */
const openedHere = "openedHere";

/** A panel that is open while `?{name}=` stands in the address: a link leads to it, the way back closes it. */
export function usePanel(name: string) {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const { state, key } = useLocation();
  // The entry of the history that is being left: a second press comes before the address has changed.
  const left = useRef<string>(undefined);

  /** Always the same function, so that a list that hands it to its rows need not draw them again. */
  const open = useCallback(
    (id: string, handed?: object) => {
      const next = addressNow();
      if (next.get(name) === id) return;
      next.set(name, id);
      navigate({ search: `?${next}` }, { state: { ...handed, [openedHere]: true } });
    },
    [name, navigate],
  );

  function close(): void {
    if (left.current === key) return;
    left.current = key;
    const next = addressNow();
    next.delete(name);
    if (state?.[openedHere]) navigate(-1);
    else navigate({ search: `?${next}` }, { replace: true, state });
  }

  /** What the panel shows, while it is open. */
  return { id: address.get(name), open, close };
}
