/** Who is signed in on this device: the one module that touches the tokens in local storage. */
import { useSyncExternalStore } from "react";
import { paths } from "./paths";

export type Role = "user" | "doctor" | "worker" | "admin";

interface RoleKeys {
  token: string;
  id?: string;
  login: string;
}

/** The storage keys are part of the product's contract; `login` is where a role signs in. */
export const roleKeys: Record<Role, RoleKeys> = {
  user: { token: "userToken", id: "userId", login: paths.login },
  doctor: { token: "docToken", id: "docId", login: paths.doctorLogin },
  worker: { token: "workerToken", id: "workerId", login: paths.doctorLogin },
  admin: { token: "adminToken", login: paths.adminLogin },
};

export const roles: readonly Role[] = ["user", "doctor", "worker", "admin"];

const listeners = new Set<() => void>();

function changed(): void {
  for (const listener of listeners) listener();
}

/** A browser that refuses storage (private mode, blocked site data) is a browser where nobody is signed in. */
function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

export function tokenOf(role: Role): string | null {
  return storage()?.getItem(roleKeys[role].token) ?? null;
}

/** The id that came with the token; an administrator has none. */
export function idOf(role: Role): string | null {
  const { id } = roleKeys[role];
  return id ? (storage()?.getItem(id) ?? null) : null;
}

export function signIn(role: Role, token: string, id?: string): void {
  const keys = roleKeys[role];
  storage()?.setItem(keys.token, token);
  if (keys.id && id) storage()?.setItem(keys.id, id);
  changed();
}

/** Ends one role's session on this device; the others stay. */
export function forget(role: Role): void {
  const keys = roleKeys[role];
  storage()?.removeItem(keys.token);
  if (keys.id) storage()?.removeItem(keys.id);
  changed();
}

/** Logout as the product defines it: everything that is stored goes. */
export function forgetEverything(): void {
  storage()?.clear();
  changed();
}

const expiryListeners = new Set<(role: Role) => void>();

/** The app listens here to send people whose token the server refused to their login. */
export function onExpired(listener: (role: Role) => void): () => void {
  expiryListeners.add(listener);
  return () => expiryListeners.delete(listener);
}

/** The server refused the role's token. */
export function expire(role: Role): void {
  forget(role);
  for (const listener of expiryListeners) listener(role);
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

/** The role's token, kept fresh across tabs. Prerendered pages and hydration see nobody signed in. */
export function useToken(role: Role): string | null {
  return useSyncExternalStore(
    subscribe,
    () => tokenOf(role),
    () => null,
  );
}
