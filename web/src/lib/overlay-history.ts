/**
 * History entries of dialogs and sheets: each open one has its own, so that Back (also Android's button or gesture) closes it and the
 * page stays. The entry copies the router's state and adds `dialog`, so the router sees the same location.
 */
import { useEffect, useEffectEvent } from "react";

interface Overlay {
  /** In the state of its history entry. */
  dialog: string;
  /** The router's key of the entry on which it was opened. */
  key: string;
  /** Closes it; false if it refuses. */
  close: () => boolean;
}

/** Bottom first. */
let overlays: Overlay[] = [];
/** Runs once the dialogs' entries above the router's entry of that key are left. */
let leaving: { key: string; then: () => void } | undefined;
/** `history.back()` was called here, and its popstate has not come yet. */
let isTravelling = false;
let opened = 0;

/** As the router reads it: the first entry of a page load has no key. */
function entry(): { dialog?: string; key: string } {
  return { dialog: window.history.state?.dialog, key: window.history.state?.key ?? "default" };
}

const isOpen = (dialog: string) => overlays.some((overlay) => overlay.dialog === dialog);

/** Goes back without closing a dialog. */
export function stepBack(): void {
  isTravelling = true;
  window.history.back();
}

/** Leaves entries of closed dialogs, one step at a time; each ends with a popstate. */
function settle(): void {
  if (isTravelling) return;
  const { dialog, key } = entry();
  if (leaving?.key !== key) leaving = undefined;
  if (dialog !== undefined && (leaving || !isOpen(dialog))) {
    stepBack();
  } else if (leaving) {
    const { then } = leaving;
    leaving = undefined;
    then();
  }
}

function pushEntry(dialog: string): void {
  const { dialog: below } = entry();
  const state = { ...window.history.state, dialog };
  // Reuses the entry of a dialog that has just closed.
  if (below !== undefined && !isOpen(below)) window.history.replaceState(state, "");
  else window.history.pushState(state, "");
}

/** The dialogs of this page that have no entry at or below the one shown. */
function withoutEntry(): Overlay[] {
  const { dialog, key } = entry();
  const top = overlays.findLastIndex((overlay) => overlay.dialog === dialog);
  return overlays.slice(top + 1).filter((overlay) => overlay.key === key);
}

function onPopState(): void {
  const wasOwn = isTravelling;
  isTravelling = false;
  const popped = leaving?.key === entry().key ? [] : withoutEntry();
  // After Back the topmost dialogs close first, until one refuses. A dialog that opened during `stepBack` has no entry yet.
  const last = wasOwn ? popped.length - 1 : popped.findLastIndex(({ close }) => !close());
  for (const { dialog } of popped.slice(0, last + 1)) pushEntry(dialog);
  settle();
}

if (typeof window !== "undefined") window.addEventListener("popstate", onPopState);

function enter(close: () => boolean): () => void {
  opened += 1;
  const overlay = { dialog: `${window.performance.timeOrigin}-${opened}`, key: entry().key, close };
  if (!isTravelling) pushEntry(overlay.dialog);
  overlays.push(overlay);
  return () => {
    overlays = overlays.filter((other) => other !== overlay);
    // Deferred: the handler that closes a dialog may open another one or navigate.
    window.setTimeout(settle);
  };
}

/** While the caller is mounted. `close` says whether it closes; `false` keeps it open. */
export function useOverlayEntry(close: () => boolean): void {
  const onBack = useEffectEvent(close);
  useEffect(() => enter(() => onBack()), []);
}

/**
 * Leaves the dialogs' entries and then does the rest: for a navigation out of a dialog that replaces the page's own entry, or goes back
 * from it. `key` is that of the router's location; if that is no longer shown, nothing happens.
 */
export function leaveDialogs(key: string, then: () => void): void {
  if (key !== entry().key) return;
  leaving = { key, then };
  window.setTimeout(settle);
}

/** At startup: leaves the entry of a dialog that was open before a reload. */
export function leaveReloadedDialog(): void {
  settle();
}
