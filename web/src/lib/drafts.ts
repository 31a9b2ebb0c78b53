/** Drafts of forms in session storage. They survive a reload, a change of language and the end of a session, for the same account (`tab-owner.ts`). */
import { useEffect } from "react";
import * as v from "valibot";
import { storedSessions } from "./session";
import { tabStorage } from "./tab-owner";

const draftShape = v.record(v.string(), v.string());

export type DraftValues = v.InferOutput<typeof draftShape>;

const keyOf = (name: string) => `draft:${name}`;

export function readDraft(name: string): DraftValues {
  try {
    return v.parse(draftShape, JSON.parse(tabStorage()?.getItem(keyOf(name)) ?? "{}"));
  } catch {
    return {};
  }
}

export function keepDraft(name: string, values: DraftValues): void {
  try {
    tabStorage()?.setItem(keyOf(name), JSON.stringify(values));
  } catch {
    // The storage is full; the text is still on the page.
  }
}

export function dropDraft(name: string): void {
  tabStorage()?.removeItem(keyOf(name));
}

/** Deletes the draft when its page is left, except by the end of a session, after which the page is opened again. */
export function useDraftEnd(name: string): void {
  useEffect(() => {
    const tokens = storedSessions().length;
    return () => {
      if (storedSessions().length >= tokens) dropDraft(name);
    };
  }, [name]);
}
