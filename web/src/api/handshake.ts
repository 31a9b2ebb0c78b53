/** Whether this page's program may work with the server: each response says the version that the server has. */
import { Failure } from "../lib/failure";
import { isCopy, noteOutdated, programVersion } from "../lib/program";
import { m } from "../messages";

/** The page came from a copy, and the server has another version: nothing is sent, and no answer is used. */
export class OldProgram extends Failure {
  override name = "OldProgram";

  constructor() {
    super(m.program_outdated());
  }
}

const HANDSHAKE_TIMEOUT_MS = 10_000;

/** Whether the server has said that it has this version. */
let isConfirmed = false;

function compare(served: string | null, isDone = false): void {
  const own = programVersion();
  if (!served || !own) return;
  isConfirmed = served === own;
  if (isConfirmed) return;
  noteOutdated();
  if (isCopy() && !isDone) throw new OldProgram();
}

/**
 * Responses of the browser's cache may be older than the server, and so may copies: one of this version confirms nothing. `isDone`: the
 * response is to a write, whose outcome is shown in any case.
 */
export function checkVersion({ headers }: Response, isDone = false): void {
  const served = headers.get("Doccare-Version");
  if (!/^no-/.test(headers.get("Cache-Control") ?? "")) return;
  if (!headers.has("X-As-Of") || served !== programVersion()) compare(served, isDone);
}

/** Before a write: false if the page is a copy and the server cannot be asked for its version, so that nothing may be sent. */
export async function mayWrite(): Promise<boolean> {
  if (!isCopy() || isConfirmed) return true;
  const signal = AbortSignal.timeout(HANDSHAKE_TIMEOUT_MS);
  const answer = await fetch("/healthz", { cache: "no-store", signal }).catch(() => undefined);
  compare(answer?.headers.get("Doccare-Version") ?? null);
  return isConfirmed;
}
