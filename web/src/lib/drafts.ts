/**
 * What was typed and not sent yet, in the tab's session storage: it survives a reload, a change of language, and a session that ended,
 * for the same account (`lib/tab-owner.ts`).
 */
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
    // Full: what is typed is still on the page.
  }
}

export function dropDraft(name: string): void {
  tabStorage()?.removeItem(keyOf(name));
}

/** Drops the draft with the page that it belongs to, unless the page goes because a session has ended: then it is asked for again. */
export function useDraftEnd(name: string): void {
  useEffect(() => {
    const tokens = storedSessions().length;
    return () => {
      if (storedSessions().length >= tokens) dropDraft(name);
    };
  }, [name]);
}
