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

/** Whether the server has said that it has this version. */
let isConfirmed = false;

function compare(served: string | null): void {
  const own = programVersion();
  if (!served || !own) return;
  isConfirmed = served === own;
  if (isConfirmed) return;
  noteOutdated();
  if (isCopy()) throw new OldProgram();
}

/** Responses of the browser's cache may be older than the server, and so may copies: one of this version confirms nothing. */
export function checkVersion({ headers }: Response): void {
  const served = headers.get("Doccare-Version");
  if (!/^no-/.test(headers.get("Cache-Control") ?? "")) return;
  if (!headers.has("X-As-Of") || served !== programVersion()) compare(served);
}

/** Before a write: false if the page is a copy and the server cannot be asked for its version, so that nothing may be sent. */
export async function mayWrite(): Promise<boolean> {
  if (!isCopy() || isConfirmed) return true;
  const answer = await fetch("/healthz", { cache: "no-store" }).catch(() => undefined);
  compare(answer?.headers.get("Doccare-Version") ?? null);
  return isConfirmed;
}
