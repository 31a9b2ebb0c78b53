/** `fetch` for the server's API. A call that gets no answer of the server's fails with what that means for people. */
import { takeEarly } from "./early-answers";
import { isWrite, noAnswer, readProblem } from "./problem";

/** The server gives a call up after 30 seconds and says so; where nothing comes for longer the line is dead. */
export const longestWait = 45_000;

/**
 * Calls whose answers let somebody in, and tables: the server takes no key with them (decision 0067), nor with what a mailed link
 * opens. A test compares this with what the server says of each call.
 */
const keyless =
  /\/(login(?!\/phone\/link$)|logout)|api\/password$|twofactor\/(codes|confirm|start)$|\/(code|screen|export|imports|preview)$/;

/** For so long a press counts as the same press again. Later others may have changed what it would be answered. */
const longestMemory = 600_000;

/**
 * `ask` for the calls of one role, or of visitors. A write carries a key. Where its answer is lost, or is "not now", the same
 * write carries the same key when somebody presses again, so that the server does it once. Whoever has heard an answer, or did
 * something else in between, and then does the same again means it.
 */
export function askOnce(isSignedIn: boolean): typeof ask {
  let last: { write: string; key: string; begun: number } | undefined;
  return async (request) => {
    const { method, url, headers } = request;
    const isLink = !isSignedIn && headers.has("Authorization");
    if (!isWrite(method) || isLink || keyless.test(new URL(url).pathname)) return ask(request);
    const write = `${method} ${url} ${await request.clone().text()}`;
    const begun = Date.now();
    if (last?.write !== write || begun - last.begun > longestMemory) {
      // `randomUUID` is only there over https.
      last = { write, key: crypto.getRandomValues(new Uint32Array(8)).join("-"), begun };
    }
    const mine = last;
    headers.set("Idempotency-Key", mine.key);
    const answer = await ask(request);
    if (answer.status < 500 && !answer.headers.has("Retry-After") && last === mine) last = undefined;
    return answer;
  };
}

export async function ask(request: Request): Promise<Response> {
  const wasOffline = !navigator.onLine;
  const { pathname, search } = new URL(request.url);
  try {
    const answer = await inTime(request);
    if (await isAnswered(answer)) return answer;
  } catch (error) {
    // Nobody waits for it any more.
    if (request.signal.aborted) throw error;
  }
  throw noAnswer(request.method, pathname + search, wasOffline);
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
