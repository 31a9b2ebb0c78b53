/**
 * Guard for unsaved edits: asks before a link, Back, a reload or closing the tab would lose them. Navigation by code is not guarded; a
 * button that leads away calls `mayLeave` first.
 */
import { useEffect } from "react";
import { m } from "../messages";

interface Mark {
  pathname: string;
  /** The router's index of the history entry: the difference to the current one is how far Back went. */
  idx: number;
}

const marks = new Set<Mark>();

/** Whether the page may be left: nothing is unsaved, or the user agrees. After that they are not asked again. */
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

/** The target of a plain click on a link to another page of the app. Links to other sites and reloads are guarded by `beforeunload`. */
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
  // Runs in the capture phase, before the router's link handler.
  event.preventDefault();
  event.stopPropagation();
}

function onPopState(event: PopStateEvent): void {
  const [mark] = marks;
  if (!mark || window.location.pathname === mark.pathname || mayLeave()) return;
  // Runs before the router's handler; then the address is restored.
  event.stopImmediatePropagation();
  window.history.go(mark.idx - (window.history.state?.idx ?? 0));
}

if (typeof window !== "undefined") {
  window.addEventListener("click", onClick, { capture: true });
  window.addEventListener("popstate", onPopState, { capture: true });
}

/** Marks the page while something on it is unsaved. */
export function useUnsaved(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const mark = { pathname: window.location.pathname, idx: window.history.state?.idx ?? 0 };
    marks.add(mark);
    // Only while it is needed: with it, some browsers keep no page for Back.
    window.addEventListener("beforeunload", onUnload);
    return () => {
      marks.delete(mark);
      if (marks.size === 0) window.removeEventListener("beforeunload", onUnload);
    };
  }, [isUnsaved]);
}
