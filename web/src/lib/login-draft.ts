/** Prefills the login page with input of another page. In memory only. */
export interface LoginDraft {
  email: string;
  /** Name and password of a new account, so that one press logs in. */
  account?: { name: string; password: string };
}

/** It expires, so that an unattended phone logs nobody in. */
const DRAFT_TTL_MS = 10 * 60_000;

let draft: (LoginDraft & { until: number }) | undefined;

export function keepLoginDraft(kept: LoginDraft): void {
  draft = { ...kept, until: Date.now() + DRAFT_TTL_MS };
}

export function loginDraft(): LoginDraft | undefined {
  if (draft && draft.until <= Date.now()) draft = undefined;
  return draft;
}

export function forgetLoginDraft(): void {
  draft = undefined;
}
