/** Sessions on this device. Only this module reads and writes the tokens in local storage. */
import { useSyncExternalStore } from "react";
import { paths } from "./paths";
import { claimTab, clearTab, markDeparture } from "./tab-owner";

export type Role = "user" | "doctor" | "worker" | "desk" | "admin";

interface RoleKeys {
  token: string;
  id?: string;
  /** Hospital or pharmacy. It outlives the session, so that the login page knows which to offer. */
  kind?: string;
  login: string;
}

/** The storage keys are part of the product's contract; `login` is where a role signs in. */
export const roleKeys: Record<Role, RoleKeys> = {
  user: { token: "userToken", id: "userId", login: paths.login },
  doctor: { token: "docToken", id: "docId", login: paths.doctorLogin },
  worker: { token: "workerToken", id: "workerId", kind: "workerKind", login: paths.doctorLogin },
  desk: { token: "deskToken", id: "deskId", login: paths.deskLogin },
  admin: { token: "adminToken", login: paths.adminLogin },
};

export const roles: readonly Role[] = ["user", "doctor", "worker", "desk", "admin"];

const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/** `isHere`: in this tab, not in another. */
type GoneListener = (isHere: boolean) => void;

const goneListeners = new Set<GoneListener>();

function gone(): void {
  for (const listener of goneListeners) listener(true);
}

/** Whether another tab removed a token or replaced the account. A role without an id counts every new token as another account. */
function isDeparture({ key, oldValue, newValue }: StorageEvent): boolean {
  const isGone = ({ token, id }: RoleKeys) =>
    (key === token && (newValue === null || (!id && oldValue !== null))) ||
    (key === id && oldValue !== null && oldValue !== newValue);
  return key === null || Object.values(roleKeys).some(isGone);
}

/** How often an account left in another tab. */
let departures = 0;

/** Whether a logout in another tab logged this one out. */
let isLoggedOutElsewhere = false;

function onStorage(event: StorageEvent): void {
  const { key, oldValue, newValue } = event;
  const isOther = Object.values(roleKeys).some(
    ({ id }) => key === id && oldValue !== null && newValue !== null,
  );
  if (key === null || (isOther && oldValue !== newValue)) clearTab();
  if (key === null) isLoggedOutElsewhere = true;
  // The server ended the session in the other tab; here too the login leads back to the page.
  for (const role of roles) if (key === roleKeys[role].token && newValue === null) expired.add(role);
}

/** Who is signed in on this device. */
const signedIn = () => JSON.stringify(roles.map((role) => idOf(role) ?? tokenOf(role)));

let signedInAtHide = "";

if (typeof window !== "undefined") {
  window.addEventListener("storage", onStorage);
  window.addEventListener("pagehide", () => {
    signedInAtHide = signedIn();
  });
  // A page in the back-forward cache gets no events, also of changes in its own tab, and shows the former account's data.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && signedIn() !== signedInAtHide) window.location.reload();
  });
}

export const wasLoggedOutElsewhere = () => isLoggedOutElsewhere;

/** Called when an account on this device signs out or is replaced by another. */
export function onGone(listener: GoneListener): void {
  goneListeners.add(listener);
  window.addEventListener("storage", (event) => {
    if (!isDeparture(event)) return;
    departures += 1;
    listener(false);
  });
}

/** Undefined if the browser refuses storage (private mode, blocked site data); then no user is logged in. */
function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

function stored(key: string | undefined): string | null {
  return key ? (storage()?.getItem(key) ?? null) : null;
}

export const tokenOf = (role: Role) => stored(roleKeys[role].token);

/** The id that came with the token; an administrator has none. */
export const idOf = (role: Role) => stored(roleKeys[role].id);

/** Hospital or pharmacy: who was signed in last, also when the session has ended. */
export const kindOf = (role: Role) => stored(roleKeys[role].kind);

/** The token is written first: other tabs start over when they see the id, and then need both. */
export function signIn(role: Role, token: string, id?: string, kind?: string): void {
  const keys = roleKeys[role];
  if (tokenOf(role) !== null) gone();
  claimTab(role, id ?? token);
  isLoggedOutElsewhere = false;
  expired.delete(role);
  owing.delete(role);
  storage()?.setItem(keys.token, token);
  if (keys.kind && kind) storage()?.setItem(keys.kind, kind);
  if (keys.id && id) storage()?.setItem(keys.id, id);
  changed();
}

/**
 * Replaces the token if it is still the old one: not if the user logged out or another one logged in meanwhile. If the server refused the
 * old token in another call before this answer came, the user is logged in again.
 */
export function renew(role: Role, old: string | null, token: string, id: string): void {
  if (tokenOf(role) === null && expired.has(role)) {
    signIn(role, token, id);
  } else if (old !== null && tokenOf(role) === old) {
    storage()?.setItem(roleKeys[role].token, token);
    changed();
  }
}

/** Ends one role's session on this device; the others stay. */
export function forget(role: Role): void {
  const keys = roleKeys[role];
  storage()?.removeItem(keys.token);
  if (keys.id) storage()?.removeItem(keys.id);
  gone();
  changed();
}

/** Logout clears the whole local storage. */
export function forgetEverything(): void {
  expired.clear();
  owing.clear();
  // Before the other tabs get the event of the storage, because they read the cookie then.
  markDeparture();
  storage()?.clear();
  isLoggedOutElsewhere = false;
  gone();
  changed();
}

/** The roles whose session the server ended, until their next login or a logout. */
const expired = new Set<Role>();

/** The server refused the token of a call. A refusal of an older token ends nothing. */
export function expire(role: Role, token: string): void {
  if (tokenOf(role) !== token) return;
  expired.add(role);
  forget(role);
}

export function hasExpired(role: Role): boolean {
  return expired.has(role);
}

/** Roles that have to set up a second factor before anything else, until it is set up. */
const owing = new Set<Role>();

export function requireTwoFactorSetup(role: Role): void {
  owing.add(role);
  changed();
}

export function clearTwoFactorSetup(role: Role): void {
  owing.delete(role);
  changed();
}

export function storedSessions(): { role: Role; token: string }[] {
  return roles.flatMap((role) => {
    const token = tokenOf(role);
    return token ? [{ role, token }] : [];
  });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Updated across tabs. Prerendered pages and hydration are rendered as logged out. */
function useFresh(read: () => string | null): string | null {
  return useSyncExternalStore(subscribe, read, () => null);
}

export const useTwoFactorSetupRequired = (role: Role) =>
  useSyncExternalStore(
    subscribe,
    () => owing.has(role),
    () => false,
  );

export const useToken = (role: Role) => useFresh(() => tokenOf(role));

/** The key of a role's pages: they are mounted anew when it changes. Without an id every logout counts as a new user. */
export const useOwner = (role: Role) => useFresh(() => idOf(role) ?? String(departures));

/** For components outside a guard that make calls as a user. */
export const useOwnId = (role: Role) => useFresh(() => idOf(role));
