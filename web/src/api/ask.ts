/** `fetch` for the server's API. A call that gets no answer of the server's fails with what that means for people. */
import { learnServerTime } from "../lib/server-clock";
import { takeEarly } from "./early-answers";
import { isWrite, noAnswer, readProblem } from "./problem";

/** The server gives a call up after 30 seconds and says so; where nothing comes for longer the line is dead. */
export const longestWait = 45_000;

/**
 * Calls whose answers let somebody in, and tables: the server takes no key with them (decision 0067), nor with what a mailed link
 * opens. A test compares this with what the server says of each call.
 */
const keyless =
  /\/(login(?!\/phone\/link$)|logout)|api\/password$|twofactor\/(codes|confirm|start)$|\/(code|pairing|export|imports|preview)$/;

/** For so long a press counts as the same press again. Later others may have changed what it would be answered. */
const longestMemory = 600_000;

/** So many lost writes are remembered. */
const MAX_UNANSWERED = 50;

const id = /^(?=.*\d)[\w-]{16,}$/;

/** What a write is about: the last id in its address, or the address. */
function subjectOf(pathname: string): string {
  return pathname.split("/").findLast((part) => id.test(part)) ?? pathname;
}

/**
 * `ask` for the calls of one role, or of visitors. A write carries a key. Until its answer is known (it was lost, or is "not now") the
 * same write carries the same key when somebody presses again, so that the server does it once, whatever else was done meanwhile. Whoever
 * did something else to the same thing in between, and then does the same again, means it.
 */
export function askOnce(isSignedIn: boolean): typeof ask {
  const unanswered = new Map<string, { write: string; key: string; begun: number }>();
  return async (request) => {
    const { method, url, headers } = request;
    const { pathname } = new URL(url);
    const isLink = !isSignedIn && headers.has("Authorization");
    // A mailed link's writes can be repeated as they are.
    if (!isWrite(method) || isLink || keyless.test(pathname)) return ask(request, isLink);
    const subject = subjectOf(pathname);
    const write = `${method} ${url} ${await request.clone().text()}`;
    const begun = Date.now();
    const before = unanswered.get(subject);
    const isAgain = before?.write === write && begun - before.begun <= longestMemory;
    // `randomUUID` is only there over https.
    const mine = isAgain
      ? before
      : { write, key: crypto.getRandomValues(new Uint32Array(8)).join("-"), begun };
    // The newest last.
    unanswered.delete(subject);
    unanswered.set(subject, mine);
    for (const oldest of unanswered.keys()) if (unanswered.size > MAX_UNANSWERED) unanswered.delete(oldest);
    headers.set("Idempotency-Key", mine.key);
    const answer = await ask(request, true);
    const isKnown = answer.status < 500 && !answer.headers.has("Retry-After");
    if (isKnown && unanswered.get(subject) === mine) unanswered.delete(subject);
    return answer;
  };
}

/** `isRepeatable`: the server does the same write once, however often it is sent. */
export async function ask(request: Request, isRepeatable = false): Promise<Response> {
  const wasOffline = !navigator.onLine;
  const { pathname, search } = new URL(request.url);
  try {
    const answer = await inTime(request);
    if (await isAnswered(answer)) {
      learnServerTime(answer.headers.get("Date"));
      return answer;
    }
  } catch (error) {
    // Nobody waits for it any more.
    if (request.signal.aborted) throw error;
  }
  throw noAnswer(request.method, pathname + search, wasOffline, isRepeatable);
}

/** The whole answer; a call that is given up is broken off, so that it does not arrive later. */
async function inTime(request: Request): Promise<Response> {
  const call = new AbortController();
  request.signal.addEventListener("abort", () => call.abort());
  let timer: number | undefined;
  const silence = new Promise<never>((_, reject) => {
    timer = window.setTimeout(() => {
      reject(new Error("no answer in time"));
      call.abort();
    }, longestWait);
  });
  try {
    const answer = takeEarly(request).then((early) => early ?? fetch(request, { signal: call.signal }));
    return await Promise.race([answer.then(whole), silence]);
  } finally {
    window.clearTimeout(timer);
  }
}

/** With all of its body here, because a line can also break in the middle of one. */
async function whole(response: Response): Promise<Response> {
  const body = await response.arrayBuffer();
  return new Response(body.byteLength > 0 ? body : null, response);
}

/** Whether it is the server's word. A page of somebody between us and the server is not. */
async function isAnswered(response: Response): Promise<boolean> {
  if (response.ok) return !response.headers.get("Content-Type")?.startsWith("text/html");
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return readProblem(body) !== undefined;
}
