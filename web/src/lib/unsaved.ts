/**
 * The one guard for unsaved edits: asks before a link, Back, a reload or closing the tab would lose them. What navigates by itself does so
 * because something was done, and is not asked about; a button that leads away calls `mayLeave` first.
 */
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

/** The link of a plain click that leads to another page of the app. Other sites and reloads are the unload's. */
function pageLinked({ target, button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): URL | undefined {
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>("a[href]") : null;
  if (!link || button !== 0 || ctrlKey || metaKey || shiftKey || altKey) return;
  if (link.target !== "" && link.target !== "_self") return;
  const to = new URL(link.href);
  return to.origin === window.location.origin && !link.hasAttribute("download") ? to : undefined;
}

function onClick(event: MouseEvent): void {
  const to = pageLinked(event);
  if (!to || to.pathname === window.location.pathname || mayLeave()) return;
  // The router's links do not hear of it.
  event.preventDefault();
  event.stopPropagation();
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
  window.addEventListener("click", onClick, { capture: true });
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
