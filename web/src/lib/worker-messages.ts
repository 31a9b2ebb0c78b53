/** Messages between pages and the service worker (`src/worker`). */
export type ToWorker = Forget | NewLanguage | UsedFiles | NewerAnswer;

/** An account has logged out, or its session ended: all copies of what was seen are deleted, and its notifications. */
interface Forget {
  kind: "forget";
  /** No other account is signed in on this device. */
  isLast: boolean;
}

/** Another language was chosen: copies in the former one are deleted. */
interface NewLanguage {
  kind: "language";
}

/** The scripts and pictures of the page, some of which were downloaded before the worker ran. */
export interface UsedFiles {
  kind: "program";
  files: string[];
  /** For how long the page has been open, in milliseconds. */
  age: number;
}

/** A newer state than the worker's copy of the response to this call with this token; it came by an event. */
export interface NewerAnswer {
  kind: "answer";
  /** Of the page's program, by which the body is shaped. */
  version: string;
  path: string;
  token: string;
  body: unknown;
  /** The server's time. */
  at: number;
}

export interface FromWorker {
  version: string;
  /** To all pages: this worker has just taken over. Otherwise the answer to one page, which may be of a newer version. */
  hasTakenOver: boolean;
  /** The worker took over after the page was opened, so it has no copies of the page's answers. */
  isNew: boolean;
}
