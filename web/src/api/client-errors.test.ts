import { beforeEach, expect, test, vi } from "vitest";
import { Failure } from "../lib/failure";
import { browserFamily, forgetReported, reportClientError, scrub, watchClientErrors } from "./client-errors";

const beacon = vi.fn<(path: string, body: Blob) => boolean>(() => true);

beforeEach(() => {
  forgetReported();
  beacon.mockReset();
  Object.defineProperty(navigator, "sendBeacon", { value: beacon, configurable: true });
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
});

function textOf(body: Blob): Promise<string> {
  const reader = new FileReader();
  return new Promise((resolve) => {
    reader.onload = () => resolve(String(reader.result));
    reader.readAsText(body);
  });
}

const reports = () => Promise.all(beacon.mock.calls.map(async ([, body]) => JSON.parse(await textOf(body))));

test.each([
  [
    "Cannot read properties of undefined (reading 'map')",
    "Cannot read properties of undefined (reading 'map')",
  ],
  ["Failed: https://x.org/visit?token=abc#secret now", "Failed: https://x.org/visit now"],
  ["asha@example.org was refused", "<email> was refused"],
  ["no 9876543210, but 404", "no <number>, but 404"],
  [`Unexpected token 'A', "Asha Nair" is not valid JSON`, `Unexpected token 'A', "…" is not valid JSON`],
  ["id 0193a2b4-7c11-7000-8000-1234abcd5678: gone", "id <id>: gone"],
])("of %s nothing personal is sent", (message, sent) => {
  expect(scrub(message)).toBe(sent);
});

test("uncaught errors and rejections are reported with the route's pattern, each message once", async () => {
  watchClientErrors(() => "/doctors/:id");
  const error = new TypeError("x is not a function");
  const filename = `${window.location.origin}/assets/home-a1.js?v=1`;
  window.dispatchEvent(new ErrorEvent("error", { error, filename, lineno: 3, colno: 14 }));
  window.dispatchEvent(new ErrorEvent("error", { error, filename, lineno: 3, colno: 14 }));
  window.dispatchEvent(Object.assign(new Event("unhandledrejection"), { reason: "no visit 123456" }));
  const sent = await reports();
  expect(sent).toHaveLength(2);
  expect(sent[0]).toMatchObject({
    name: "TypeError",
    message: "x is not a function",
    route: "/doctors/:id",
    file: "home-a1.js",
    line: 3,
    column: 14,
  });
  expect(sent[1]).toMatchObject({ name: "Error", message: "no visit <number>" });
  expect(beacon.mock.calls[0]?.[0]).toBe("/user/api/client-errors");
  expect(beacon.mock.calls[0]?.[1].type).toBe("application/json");
});

test("a page load sends at most five", () => {
  for (const letter of "abcdefghij") reportClientError(new Error(letter));
  expect(beacon).toHaveBeenCalledTimes(5);
});

test("expected errors, those of extensions and offline ones are not reported, and a failing report is dropped", () => {
  reportClientError(new Failure("No connection."));
  reportClientError(new DOMException("stopped", "AbortError"));
  reportClientError(new Error("theirs"), { file: "chrome-extension://abc/x.js", line: 1, column: 1 });
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
  reportClientError(new Error("offline"));
  expect(beacon).not.toHaveBeenCalled();
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(true);
  beacon.mockImplementation(() => {
    throw new Error("no beacon");
  });
  expect(() => reportClientError(new Error("fails"))).not.toThrow();
  expect(beacon).toHaveBeenCalledTimes(1);
});

test.each([
  [
    "Mozilla/5.0 (Linux; Android 14; SM-A146B) SamsungBrowser/25.0 Chrome/121.0.0.0 Mobile Safari/537.36",
    "Samsung",
  ],
  ["Mozilla/5.0 (Windows NT 10.0) Chrome/130.0.0.0 Safari/537.36 Edg/130.0", "Edge"],
  ["Mozilla/5.0 (iPhone; CPU iPhone OS 17_0) Version/17.0 Mobile Safari/604.1", "Safari"],
  ["curl/8", "other"],
])("%s is told by its family", (userAgent, family) => expect(browserFamily(userAgent)).toBe(family));
