/** What the login page may fill in for somebody who has just typed it elsewhere. It is in memory alone: a reload forgets it. */
export interface LoginDraft {
  email: string;
  /** Of a new account: one press signs in. */
  account?: { name: string; password: string };
}

/** Then a phone that was left lying about signs nobody in. */
const draftTtlMs = 10 * 60_000;

let draft: (LoginDraft & { until: number }) | undefined;

export function keepLoginDraft(kept: LoginDraft): void {
  draft = { ...kept, until: Date.now() + draftTtlMs };
}

export function loginDraft(): LoginDraft | undefined {
  if (draft && draft.until <= Date.now()) draft = undefined;
  return draft;
}

export function forgetLoginDraft(): void {
  draft = undefined;
}
