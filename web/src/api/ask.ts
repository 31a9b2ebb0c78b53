/** `fetch` for the server's API. A call that gets no answer of the server's fails with what that means for people. */
import { takeEarly } from "./early-answers";
import { isWrite, noAnswer, readProblem, refusedAs } from "./problem";

/** The server gives a call up after 30 seconds and says so; where nothing comes for longer the line is dead. */
export const longestWait = 45_000;

export async function ask(request: Request): Promise<Response> {
  const wasOffline = !navigator.onLine;
  const { pathname, search } = new URL(request.url);
  try {
    const answer = await inTime(request);
    if (await isAnswered(request.method, answer)) return answer;
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

/** Whether it is the server's word. A page of somebody between us and the server is not, nor is a write that it gave up. */
async function isAnswered(method: string, response: Response): Promise<boolean> {
  if (response.ok) return !response.headers.get("Content-Type")?.startsWith("text/html");
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  const problem = readProblem(body);
  const isGivenUp = isWrite(method) && refusedAs(problem, "timeout");
  return problem !== undefined && !isGivenUp;
}
