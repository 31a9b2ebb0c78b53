/** The filters of a list, kept in the address: they survive a reload, and a link carries them. */
import { useSearchParams } from "react-router";

/** The address with these filters changed, the empty text for none; whatever else stands in it stays. */
export function withFilters(
  address: URLSearchParams,
  changed: readonly (readonly [name: string, value: string])[],
): URLSearchParams {
  const next = new URLSearchParams(address);
  for (const [name, value] of changed) {
    if (value === "") next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** A change replaces the address: the way back leads to the page before. */
export function useAddressFilters<Name extends string>(names: readonly Name[]) {
  const [address, setAddress] = useSearchParams();
  const filter = (name: Name) => address.get(name)?.trim() ?? "";
  // From the address of this moment: what was chosen just before may not be rendered yet.
  const set = (changed: [string, string][]) =>
    setAddress(withFilters(new URLSearchParams(window.location.search), changed), { replace: true });
  return {
    /** What a filter says; the empty text while it does not narrow the list. */
    filter,
    change: (name: Name, value: string) => set([[name, value]]),
    clear: () => set(names.map((name) => [name, ""])),
    isFiltered: names.some((name) => filter(name) !== ""),
  };
}
