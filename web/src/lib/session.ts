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
  expired.delete(role);
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
  expired.clear();
  storage()?.clear();
  changed();
}

/** Whose session the server ended, until they sign in again or log out. */
const expired = new Set<Role>();

/** The server refused the token that a call was made with. What it says of an older one ends nothing. */
export function expire(role: Role, token: string): void {
  if (tokenOf(role) !== token) return;
  expired.add(role);
  forget(role);
}

export function hasExpired(role: Role): boolean {
  return expired.has(role);
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
