/** The one guard for unsaved edits: asks before a navigation in the app, Back, a reload or closing the tab would lose them. */
import { useEffect } from "react";
import { m } from "../paraglide/messages";

interface Mark {
  pathname: string;
  /** Of the router's entry: how far Back has gone from there. */
  idx: number;
}

const marks = new Set<Mark>();

/** Whether nothing is lost, or whoever typed it agrees; then they are not asked again. */
export function mayLeave(): boolean {
  if (marks.size > 0 && !window.confirm(m.unsaved_leave())) return false;
  marks.clear();
  return true;
}

/** For a reload that loses nothing (`lib/drafts.ts`). */
export function leaveUnasked(): void {
  marks.clear();
}

function onUnload(event: BeforeUnloadEvent): void {
  if (marks.size > 0) event.preventDefault();
}

function onPopState(event: PopStateEvent): void {
  const [mark] = marks;
  if (!mark || window.location.pathname === mark.pathname || mayLeave()) return;
  // The router does not hear of it, and the address is put back.
  event.stopImmediatePropagation();
  window.history.go(mark.idx - (window.history.state?.idx ?? 0));
}

if (typeof window !== "undefined") {
  window.addEventListener("beforeunload", onUnload);
  window.addEventListener("popstate", onPopState, { capture: true });
}

/** Marks the page while something on it is unsaved. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const mark = { pathname: window.location.pathname, idx: window.history.state?.idx ?? 0 };
    marks.add(mark);
    return () => {
      marks.delete(mark);
    };
  }, [isUnsaved]);
}
