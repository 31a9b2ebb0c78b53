/** Messages between pages and the service worker (`src/worker`). */
export type ToWorker = Forget | UsedFiles | ToldAnswer;

/** An account left this device: nothing that was seen may stay. */
interface Forget {
  kind: "forget";
}

/** The scripts and pictures that the page was made of before the worker was there. */
export interface UsedFiles {
  kind: "program";
  files: string[];
  /** For how long the page has been open, in milliseconds. */
  age: number;
}

/** An event told a newer state than the kept answer to this call with this token. */
export interface ToldAnswer {
  kind: "answer";
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
  /** The worker took over after the page was opened, so it has none of the page's answers. */
  isNew: boolean;
}
