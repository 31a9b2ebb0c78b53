/**
 * The account that owns this tab. Drafts (`drafts.ts`) and `history.state` belong to one account:
 * they are deleted after a logout or when another account signs in, also for earlier history entries.
 */
import { cookieText, readCookie } from "./cookie";

/** Undefined where the browser refuses storage. */
export function tabStorage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

const epochKey = "epoch";

/** Stamped on history entries; an entry with another stamp, or none, may belong to another account. */
let epoch: string | undefined;

export function tabEpoch(): string {
  return tabStorage()?.getItem(epochKey) ?? epoch ?? newEpoch();
}

function newEpoch(): string {
  // Unique even within a millisecond.
  epoch = `${Date.now()}-${Math.random()}`;
  tabStorage()?.setItem(epochKey, epoch);
  return epoch;
}

/**
 * The cookie with a random name of the last logout on this device. Each tab's storage has the one that the tab was cleared for. A cookie,
 * because a logout clears the local storage.
 */
const departure = "departure";
const thirtyDays = 30 * 86_400;

/** After a logout in any tab, or when another account signs in. */
export function clearTab(): void {
  tabStorage()?.clear();
  newEpoch();
  tabStorage()?.setItem(departure, readCookie(departure));
}

/** Records a logout, for tabs that are not loaded and so get no event: they are cleared when they are loaded again. */
export function markDeparture(): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing in Firefox and older Safari.
  document.cookie = cookieText({
    name: departure,
    value: Math.random(),
    seconds: thirtyDays,
    sameSite: "Strict",
  });
  clearTab();
}

/** Whether there was a logout for which this tab was not cleared. */
const missedDeparture = () => (tabStorage()?.getItem(departure) ?? "") !== readCookie(departure);

/** At sign-in: the tab is cleared unless the same account owned it. */
export function claimTab(role: string, owner: string): void {
  const key = `owner:${role}`;
  const before = tabStorage()?.getItem(key) ?? owner;
  if (before !== owner) clearTab();
  tabStorage()?.setItem(key, owner);
}

/** Stamps the current history entry. `key` is that of the router's location, which may render later than the navigation. */
export function stampEntry(key: string): void {
  const { state } = window.history;
  if (state?.usr && state.key === key && state.epoch === undefined)
    window.history.replaceState({ ...state, epoch: tabEpoch() }, "");
}

/** Empties the state of a history entry of another account. */
export function dropForeignState(): void {
  const { state } = window.history;
  if (state?.usr && state.epoch !== tabEpoch()) window.history.replaceState({ ...state, usr: null }, "");
}

if (typeof window !== "undefined" && missedDeparture()) clearTab();

// In the capture phase: before the router reads the entry.
if (typeof window !== "undefined") window.addEventListener("popstate", dropForeignState, { capture: true });
