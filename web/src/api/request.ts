/** `fetch` for the server's API, with a timeout. A call without an answer from the server rejects with `NoAnswer`. */
import { takesAnswer } from "../lib/program";
import { checkVersion, mayWrite, OldProgram } from "./handshake";
import { takePreloaded } from "./preloaded-responses";
import { isWrite, noAnswer, readProblem } from "./problem";

/** The server gives a call up after 30 seconds and answers so; after a longer silence the connection is dead. */
export const REQUEST_TIMEOUT_MS = 45_000;

/**
 * The server takes no key with calls that answer with a credential, with tables (decision 0067), and with mailed links. A test compares
 * this list with the server's description of each call.
 */
const keyless =
  /\/(login(?!\/phone\/link$)|logout|register\/phone)|api\/password$|twofactor\/(codes|confirm|start)$|\/(code|pairing|export|imports|preview)$|\/door\/[^/]+\/(arrival|token)$/;

/** How long the same write counts as a repeat. Later, other changes may have changed the server's answer. */
const KEY_RETENTION_MS = 600_000;

const MAX_UNANSWERED_WRITES = 50;

const id = /^(?=.*\d)[\w-]{16,}$/;

/** The subject of a write: the last id in its address, or the address. */
function subjectOf(pathname: string): string {
  return pathname.split("/").findLast((part) => id.test(part)) ?? pathname;
}

/**
 * `request` with an `Idempotency-Key` on every write, for the calls of one role or of visitors. While the outcome of a write is unknown
 * (its answer was lost, was a 5xx or has `Retry-After`), the same write is sent with the same key, so that the server does it once. Another
 * write to the same subject ends that: afterwards the same write is a new one.
 */
export function idempotentRequest(isSignedIn: boolean): (call: Request) => Promise<Response> {
  const unanswered = new Map<string, { write: string; key: string; begun: number }>();
  return async (call) => {
    const { method, url, headers } = call;
    const { pathname } = new URL(url);
    const isLink = !isSignedIn && headers.has("Authorization");
    // Writes by a mailed link are idempotent.
    if (!isWrite(method) || isLink || keyless.test(pathname)) return request(call, isLink);
    const subject = subjectOf(pathname);
    const write = `${method} ${url} ${await call.clone().text()}`;
    const begun = Date.now();
    const before = unanswered.get(subject);
    const isRepeat = before?.write === write && begun - before.begun <= KEY_RETENTION_MS;
    // `randomUUID` needs https.
    const current = isRepeat
      ? before
      : { write, key: crypto.getRandomValues(new Uint32Array(8)).join("-"), begun };
    // Sorted by time, the newest last.
    unanswered.delete(subject);
    unanswered.set(subject, current);
    for (const oldest of unanswered.keys())
      if (unanswered.size > MAX_UNANSWERED_WRITES) unanswered.delete(oldest);
    headers.set("Idempotency-Key", current.key);
    const answer = await request(call, true);
    const isKnown = answer.status < 500 && !answer.headers.has("Retry-After");
    if (isKnown && unanswered.get(subject) === current) unanswered.delete(subject);
    return answer;
  };
}

/** `isRepeatable`: the server does the same write once, however often it is sent. */
export async function request(call: Request, isRepeatable = false): Promise<Response> {
  const wasOffline = !navigator.onLine;
  const { pathname, search } = new URL(call.url);
  if (isWrite(call.method) && !(await mayWrite())) throw noAnswer(call.method, pathname, true);
  try {
    const answer = await inTime(call);
    if (await isAnswered(answer)) {
      checkVersion(answer, isWrite(call.method));
      if (takesAnswer(call.url, answer.headers)) return answer;
    }
  } catch (error) {
    // Aborted by the caller, who does not need the answer.
    if (call.signal.aborted || error instanceof OldProgram) throw error;
  }
  throw noAnswer(call.method, pathname + search, wasOffline, isRepeatable);
}

/** Reads the whole answer; on a timeout the call is aborted, so that it does not arrive later. */
async function inTime(request: Request): Promise<Response> {
  const call = new AbortController();
  request.signal.addEventListener("abort", () => call.abort());
  let timer: number | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => {
      reject(new Error("no answer in time"));
      call.abort();
    }, REQUEST_TIMEOUT_MS);
  });
  try {
    const answer = takePreloaded(request).then((early) => early ?? fetch(request, { signal: call.signal }));
    return await Promise.race([answer.then(whole), silence]);
  } finally {
    window.clearTimeout(timer);
  }
}

/** Including the body, because a connection can also break in the middle of one. */
async function whole(response: Response): Promise<Response> {
  const body = await response.arrayBuffer();
  return new Response(body.byteLength > 0 ? body : null, response);
}

/** Whether the response is from our server. A page of a proxy or a captive portal between us and the server is not. */
async function isAnswered(response: Response): Promise<boolean> {
  if (response.ok) return !response.headers.get("Content-Type")?.startsWith("text/html");
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return readProblem(body) !== undefined;
}
