import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test, vi } from "vitest";
import { NoAnswer } from "./problem";
import { idempotentRequest, REQUEST_TIMEOUT_MS, request } from "./request";

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
  const error = await idempotentRequest(true)(new Request(path, { method })).catch(
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof NoAnswer)) throw new Error(`not a NoAnswer: ${error}`);
  return error;
}

test.each([
  [
    "GET",
    "/user/api/finddoctors",
    "nothing_sent",
    "You are offline. Please try again when you have a connection.",
  ],
  ["POST", "/user/api/login", "nothing_sent", "You are offline, so nothing was sent."],
  ["PATCH", "/user/api/appointment/cancel/b1", "nothing_sent", "You are offline, so nothing was sent."],
])("without a connection %s %s says so", async (method, path, outcome, words) => {
  answering(lost, { onLine: false });
  const error = await failing(method, path);
  expect(error.outcome).toBe(outcome);
  expect(error.message).toContain(words);
});

test.each([
  ["GET", "/user/api/finddoctors", "unread", "We could not reach the server."],
  ["POST", "/user/api/login", "unread", "We could not reach the server."],
  ["POST", "/user/api/register", "unread", "We could not reach the server."],
  ["PUT", "/user/api/doctor/sessions/d1?preview=true", "unread", "We could not reach the server."],
  ["PATCH", "/user/api/appointment/cancel/b1", "unknown", "It is safe to try again."],
  ["POST", "/admin/api/imports", "unknown", "Please check before you try again."],
  ["POST", "/user/api/bloodanswer/accept", "unknown", "It is safe to try again."],
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
  const answer = await request(new Request("/user/api/finddoctors"));
  expect([answer.status, await answer.json()]).toEqual([503, { code: "busy", message: "…" }]);
});

test("a 408 of a write is an answer: the server sends it only if nothing was written", async () => {
  answering(async () => problem(408, "timeout"));
  const answer = await request(new Request("/user/api/appointment/cancel/b1", { method: "PATCH" }));
  expect([answer.status, await answer.json()]).toEqual([408, { code: "timeout", message: "…" }]);
});

test("a long silence counts as a dead connection", async () => {
  vi.useFakeTimers();
  answering(() => new Promise(() => undefined));
  const failed = failing("POST", "/user/api/bloodanswer/accept");
  await vi.advanceTimersByTimeAsync(REQUEST_TIMEOUT_MS);
  expect((await failed).outcome).toBe("unknown");
});

test("an aborted call is not a failure", async () => {
  const leaving = new AbortController();
  answering(() => {
    leaving.abort();
    return Promise.reject(leaving.signal.reason);
  });
  const error = await request(new Request("/x", { signal: leaving.signal })).catch(
    (thrown: unknown) => thrown,
  );
  expect(error).not.toBeInstanceOf(NoAnswer);
});

describe("the key of a write", () => {
  /** The keys that the calls were sent with. The calls get these responses in turn. */
  function answeringEach(...answers: (() => Promise<Response>)[]) {
    const keys: (string | null)[] = [];
    vi.stubGlobal("fetch", async (request: Request) => {
      keys.push(request.headers.get("Idempotency-Key"));
      return (answers.shift() ?? done)();
    });
    return keys;
  }

  const done = async () => Response.json({ message: "…" });
  const put = (body: string, path = "/user/api/doctor/today/d1/late") =>
    new Request(path, { method: "PUT", body });

  /** The same write again, after each of these responses. */
  async function pressedAgainAfter(...answers: (() => Promise<Response>)[]) {
    const keys = answeringEach(...answers);
    const send = idempotentRequest(true);
    for (const _ of [...answers, done]) await send(put("10 minutes")).catch(() => undefined);
    return keys;
  }

  test.each([
    ["no answer", lost],
    ["a gateway's page", async () => html(502)],
    ["a busy server", async () => problem(503, "busy")],
    ["a lost commit", async () => problem(500, "outcome_unknown")],
    [
      "the first still under way",
      async () =>
        Response.json(
          { code: "idempotency_key_in_use", message: "…" },
          { status: 409, headers: { "Retry-After": "1" } },
        ),
    ],
  ])("stays the same after %s", async (_, answer) => {
    const keys = await pressedAgainAfter(lost, answer);
    expect(keys[0]).toMatch(/^[\d-]{32,255}$/);
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
  });

  test.each([
    ["a yes", done],
    ["a no", async () => problem(409, "slot_taken")],
  ])("is another one after %s", async (_, answer) => {
    const [first, second, third] = await pressedAgainAfter(lost, answer);
    expect(second).toBe(first);
    expect(third).not.toBe(second);
  });

  test("is another one for another body, address or role, and once something else was done meanwhile", async () => {
    const keys = answeringEach(lost, lost, lost, lost, done, done);
    const doctor = idempotentRequest(true);
    const sent: [typeof doctor, Request][] = [
      [doctor, put("10 minutes")],
      [doctor, put("20 minutes")],
      [doctor, put("10 minutes", "/user/api/doctor/today/d2/late")],
      [idempotentRequest(true), put("10 minutes")],
      [doctor, put("0 minutes")],
      [doctor, put("10 minutes")],
    ];
    for (const [send, request] of sent) await send(request).catch(() => undefined);
    expect(new Set(keys).size).toBe(keys.length);
  });

  test("stays the same although something else was answered meanwhile", async () => {
    const mark = (visit: string) => put("arrived", `/user/api/doctor/today/d1/attendance/${visit}`);
    const keys = answeringEach(lost, done, done);
    const send = idempotentRequest(true);
    const visits = ["0190b5f0-7a4e-7c3d-8000-000000000001", "0190b5f0-7a4e-7c3d-8000-000000000002"] as const;
    for (const visit of [visits[0], visits[1], visits[0]]) await send(mark(visit)).catch(() => undefined);
    expect(keys[2]).toBe(keys[0]);
    expect(keys[1]).not.toBe(keys[0]);
  });

  test("is another one once the opposite was done to the same thing", async () => {
    const user = "0190b5f0-7a4e-7c3d-8000-000000000001";
    const keys = answeringEach(lost, done, done);
    const send = idempotentRequest(true);
    for (const deed of ["block", "unblock", "block"])
      await send(put("", `/admin/api/users/${deed}/${user}`)).catch(() => undefined);
    expect(new Set(keys).size).toBe(3);
  });

  test("is another one once something else was begun, whatever became of that", async () => {
    let fail = () => {};
    const hanging = () => new Promise<Response>((_, reject) => (fail = () => reject(new TypeError("lost"))));
    const keys = answeringEach(hanging, done, done);
    const send = idempotentRequest(true);
    const first = send(put("10 minutes")).catch(() => undefined);
    await vi.waitFor(() => expect(keys).toHaveLength(1));
    await send(put("0 minutes"));
    fail();
    await first;
    await send(put("10 minutes"));
    expect(new Set(keys).size).toBe(3);
    const lostKeys = answeringEach(lost, lost, done);
    for (const body of ["10 minutes", "20 minutes", "10 minutes"])
      await send(put(body)).catch(() => undefined);
    expect(new Set(lostKeys).size).toBe(3);
  });

  test("is forgotten after ten minutes", async () => {
    vi.useFakeTimers();
    const keys = answeringEach(lost, lost);
    const send = idempotentRequest(true);
    await send(put("10 minutes")).catch(() => undefined);
    await vi.advanceTimersByTimeAsync(600_001);
    await send(put("10 minutes")).catch(() => undefined);
    expect(keys[1]).not.toBe(keys[0]);
  });

  test("is sent with every call that takes one, and with no other", async () => {
    const keys = answeringEach();
    const { paths } = JSON.parse(readFileSync("src/api/openapi.json", "utf8"));
    const expected: string[] = [];
    const sent: string[] = [];
    for (const [path, calls] of Object.entries<object>(paths)) {
      for (const [name, call] of Object.entries(calls)) {
        const { security = [], parameters = [], requestBody } = call;
        const opens = security.flatMap((way: object) => Object.keys(way));
        // Calls of other programs (signed), and forms with a photo, which are sent by `upload.ts`.
        if (opens.includes("signature") || requestBody?.content["multipart/form-data"]) continue;
        const method = name.toUpperCase();
        const headers = new Headers(opens.length > 0 ? { Authorization: "Bearer x" } : {});
        await idempotentRequest(opens.includes("token"))(new Request(path, { method, headers }));
        if (keys.pop()) sent.push(`${method} ${path}`);
        if (parameters.some((one: { name: string }) => one.name === "Idempotency-Key"))
          expected.push(`${method} ${path}`);
      }
    }
    expect(sent).toEqual(expected);
    expect(expected.length).toBeGreaterThan(70);
  });
});
