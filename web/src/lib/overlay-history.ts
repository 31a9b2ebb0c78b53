/**
 * Dialogs and sheets in the browser's history: each one that is open has an entry of its own, so that Back (Android's button or
 * gesture) closes it instead of leaving the page. A panel that stands in the address has its entry already (`lib/address.ts`).
 *
 * The entries of dialogs copy the router's state and only add `dialog`, so the router sees the same location at each of them.
 */
import { useEffect, useEffectEvent } from "react";

interface Overlay {
  /** In the state of its entry; none for a panel, whose entry is the router's. */
  dialog: string | undefined;
  /** The router's key of the entry on which it was opened. */
  key: string | undefined;
  /** Closes it, unless that is refused. */
  close: () => boolean;
}

interface EntryState {
  dialog?: string;
  key?: string;
  usr?: { openedHere?: boolean } | null;
}

/** Bottom first. */
let overlays: Overlay[] = [];
/** The key of a panel's entry that is to be left. */
let leaving: string | undefined;
/** `history.back()` was called here, and its popstate has not come yet. */
let isTravelling = false;
let opened = 0;

const entry = (): EntryState => window.history.state ?? {};

const hasEntry = (dialog: string) => overlays.some((overlay) => overlay.dialog === dialog);

/** Goes back from an entry whose dialog is closed, or whose panel is to be: one step at a time, each ends with a popstate. */
function settle(): void {
  const { dialog, key } = entry();
  const isOver = (dialog !== undefined && !hasEntry(dialog)) || (leaving !== undefined && leaving === key);
  if (!isOver || isTravelling) return;
  isTravelling = true;
  window.history.back();
}

function pushEntry(dialog: string): void {
  const { dialog: below } = entry();
  const state = { ...entry(), dialog };
  // The entry of a dialog that was closed just before serves the next one.
  if (below !== undefined && !hasEntry(below)) window.history.replaceState(state, "");
  else window.history.pushState(state, "");
}

/** The dialogs that have no entry at or below the one shown. */
function withoutEntry(): Overlay[] {
  const { dialog } = entry();
  const top = overlays.findLastIndex((overlay) => overlay.dialog === dialog);
  return overlays.slice(top + 1).filter((overlay) => overlay.dialog !== undefined);
}

function onPopState(): void {
  const wasOwn = isTravelling;
  isTravelling = false;
  const { key } = entry();
  if (key !== leaving) leaving = undefined;
  let popped = withoutEntry();
  if (!wasOwn) {
    // Somebody pressed Back. Where it led to another page, the dialogs go with theirs.
    const isSamePage = popped.some((overlay) => overlay.key === key);
    const refused = isSamePage ? popped.findLastIndex(({ close }) => !close()) : -1;
    popped = popped.slice(0, refused + 1);
  }
  for (const { dialog } of popped) if (dialog !== undefined) pushEntry(dialog);
  settle();
}

// The page has one such list, and one that hears.
if (typeof window !== "undefined") window.onpopstate = onPopState;

/** The overlay of a panel that has just been opened in the address. */
function isPanel({ key, dialog, usr }: EntryState): boolean {
  const isTaken = overlays.some((overlay) => overlay.dialog === undefined && overlay.key === key);
  return usr?.openedHere === true && dialog === undefined && !isTaken;
}

function enter(close: () => boolean): () => void {
  const now = entry();
  opened += 1;
  const dialog = isPanel(now) ? undefined : `${window.performance.timeOrigin}-${opened}`;
  const overlay: Overlay = { dialog, key: now.key, close };
  if (dialog !== undefined && !isTravelling) pushEntry(dialog);
  overlays.push(overlay);
  return () => {
    overlays = overlays.filter((other) => other !== overlay);
    // Not at once: what closes a dialog may also open the next one, or go to another page.
    window.setTimeout(settle);
  };
}

/** While the caller is mounted. `close` says whether it closes; `false` keeps it open. */
export function useOverlayEntry(close: () => boolean): void {
  const onBack = useEffectEvent(close);
  useEffect(() => enter(() => onBack()), []);
}

/** Leaves the entry of a panel, once the dialogs above it have left theirs. */
export function leavePanelEntry(): void {
  leaving = entry().key;
  window.setTimeout(settle);
}

/** At the start of the app: the dialog of this entry was open before a reload. */
export function leaveReloadedDialog(): void {
  if (entry().dialog !== undefined) settle();
}
