/**
 * Guard for unsaved edits: asks before a link, Back, a reload or closing the tab would lose them. Navigation by code is not guarded; a
 * button that leads away calls `mayLeave` first.
 */
import { useEffect } from "react";
import { m } from "../messages";

interface Mark {
  pathname: string;
  /** Of the router's entry: how far Back has gone from there. */
  idx: number;
}

const marks = new Set<Mark>();

/** Whether nothing is lost or the user agrees, after which they are not asked again. */
export function mayLeave(): boolean {
  if (marks.size > 0 && !window.confirm(m.form_unsaved_leave())) return false;
  marks.clear();
  return true;
}

/** For a reload after which drafts are restored (`drafts.ts`). */
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
  // Before the router's link handler.
  event.preventDefault();
  event.stopPropagation();
}

function onPopState(event: PopStateEvent): void {
  const [mark] = marks;
  if (!mark || window.location.pathname === mark.pathname || mayLeave()) return;
  // Before the router; the address is restored.
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
