import { afterEach, expect, test, vi } from "vitest";
import { ask, longestWait } from "./ask";
import { NoAnswer } from "./problem";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const html = (status: number) =>
  new Response("<h1>Hotel</h1>", { status, headers: { "Content-Type": "text/html" } });
const problem = (status: number, code: string) => Response.json({ code, message: "…" }, { status });

function answering(answer: () => Promise<Response>, { onLine = true } = {}): void {
  vi.stubGlobal("fetch", vi.fn(answer));
  vi.stubGlobal("navigator", { onLine });
}

const lost = () => Promise.reject(new TypeError("Failed to fetch"));

async function failing(method: string, path: string): Promise<NoAnswer> {
  const error = await ask(new Request(path, { method })).catch((thrown: unknown) => thrown);
  if (!(error instanceof NoAnswer)) throw new Error(`not a NoAnswer: ${error}`);
  return error;
}

test.each([
  [
    "GET",
    "/user/api/finddoctors",
    "nothing_sent",
    "There is no connection. Please try again when you are online.",
  ],
  ["POST", "/user/api/login", "nothing_sent", "There is no connection. Nothing was sent."],
  ["PATCH", "/user/api/appointment/cancel/b1", "nothing_sent", "There is no connection. Nothing was sent."],
])("without a connection %s %s says so", async (method, path, outcome, words) => {
  answering(lost, { onLine: false });
  const error = await failing(method, path);
  expect(error.outcome).toBe(outcome);
  expect(error.message).toContain(words);
});

test.each([
  ["GET", "/user/api/finddoctors", "unread", "The server could not be reached."],
  ["POST", "/user/api/login", "unread", "The server could not be reached."],
  ["POST", "/user/api/register", "unread", "The server could not be reached."],
  ["PUT", "/user/api/doctor/sessions/d1?preview=true", "unread", "The server could not be reached."],
  ["PATCH", "/user/api/appointment/cancel/b1", "unknown", "Please look before you try again."],
  ["POST", "/user/api/bloodanswer/accept", "unknown", "Please look before you try again."],
])("on a lost line %s %s is %s", async (method, path, outcome, words) => {
  answering(lost);
  const error = await failing(method, path);
  expect(error.outcome).toBe(outcome);
  expect(error.message).toContain(words);
});

test.each([
  ["a gateway's page", async () => html(502)],
  ["a gateway's JSON", async () => Response.json({ error: "upstream" }, { status: 502 })],
  ["a hotel's page in the answer's place", async () => html(200)],
  ["the server's word that it gave a write up", async () => problem(408, "timeout")],
  [
    "an answer that breaks off",
    async () =>
      new Response(new ReadableStream({ pull: (body) => body.error(new TypeError("network error")) })),
  ],
])("%s is no answer to a write", async (_, answer) => {
  answering(answer);
  expect((await failing("PATCH", "/user/api/appointment/cancel/b1")).outcome).toBe("unknown");
});

test("the server's refusals are answers, the one of a busy server too", async () => {
  answering(async () => problem(503, "busy"));
  const answer = await ask(new Request("/user/api/finddoctors"));
  expect([answer.status, await answer.json()]).toEqual([503, { code: "busy", message: "…" }]);
});

test("where nothing comes for long the line is dead", async () => {
  vi.useFakeTimers();
  answering(() => new Promise(() => undefined));
  const failed = failing("POST", "/user/api/bloodanswer/accept");
  await vi.advanceTimersByTimeAsync(longestWait);
  expect((await failed).outcome).toBe("unknown");
});

test("a call that nobody waits for any more is no failure", async () => {
  const leaving = new AbortController();
  answering(() => {
    leaving.abort();
    return Promise.reject(leaving.signal.reason);
  });
  const error = await ask(new Request("/x", { signal: leaving.signal })).catch((thrown: unknown) => thrown);
  expect(error).not.toBeInstanceOf(NoAnswer);
});
