/**
 * Whose tab it is. Drafts (`lib/drafts.ts`) and what pages hand each other in `history.state` are for whoever typed and chose them:
 * after a logout, or when another account signs in, both are gone, also behind Back on a shared phone.
 */

/** A browser that refuses storage keeps nothing beyond a reload. */
export function tabStorage(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

const epochKey = "epoch";

/** Entries of the history are stamped with it; one with another stamp, or none, may be somebody else's. */
let epoch: string | undefined;

export function tabEpoch(): string {
  return tabStorage()?.getItem(epochKey) ?? epoch ?? newEpoch();
}

function newEpoch(): string {
  // Two within a millisecond differ too.
  epoch = `${Date.now()}-${Math.random()}`;
  tabStorage()?.setItem(epochKey, epoch);
  return epoch;
}

/** Somebody has logged out, here or in another tab, or another account takes their place. */
export function clearTab(): void {
  tabStorage()?.clear();
  newEpoch();
}

/** Somebody signs in. The same account, after its session ended, finds what it left. */
export function claimTab(role: string, owner: string): void {
  const key = `owner:${role}`;
  const before = tabStorage()?.getItem(key) ?? owner;
  if (before !== owner) clearTab();
  tabStorage()?.setItem(key, owner);
}

/** Marks the shown entry as this person's. `key` is that of the router's location, which may be drawn later than it was gone to. */
export function stampEntry(key: string): void {
  const { state } = window.history;
  if (state?.usr && state.key === key && state.epoch === undefined)
    window.history.replaceState({ ...state, epoch: tabEpoch() }, "");
}

/** Takes out of the shown entry what it holds of somebody else. */
export function dropForeignState(): void {
  const { state } = window.history;
  if (state?.usr && state.epoch !== tabEpoch()) window.history.replaceState({ ...state, usr: null }, "");
}

// Captured: before the router reads the entry.
if (typeof window !== "undefined") window.addEventListener("popstate", dropForeignState, { capture: true });
