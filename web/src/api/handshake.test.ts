import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type * as Handshake from "./handshake";

const html = document.documentElement;

/** The module as a page of version 1 loads it, from the server or from a copy. */
async function pageOf(source: "server" | "copy"): Promise<typeof Handshake & { isOutdated: () => boolean }> {
  vi.resetModules();
  document.head.innerHTML = '<meta name="program" content="1" data-worker>';
  if (source === "copy") html.dataset.copy = "1763526000000";
  const { programNews } = await import("../lib/program");
  return { ...(await import("./handshake")), isOutdated: () => programNews()?.isOutdated === true };
}

const answerOf = (version: string, more: Record<string, string> = { "Cache-Control": "no-store" }) =>
  new Response("", { headers: { "Doccare-Version": version, ...more } });

beforeEach(() => vi.stubGlobal("fetch", vi.fn()));

afterEach(() => {
  vi.unstubAllGlobals();
  delete html.dataset.copy;
  document.head.replaceChildren();
});

test.each([
  ["the same version", answerOf("1"), false],
  ["another version", answerOf("2"), true],
  ["an answer of the browser's cache", answerOf("2", { "Cache-Control": "max-age=3600" }), false],
  ["a copy of the service worker", answerOf("1", { "Cache-Control": "no-store", "X-As-Of": "1" }), false],
  ["a newer worker's copy", answerOf("2", { "Cache-Control": "no-store", "X-As-Of": "1" }), true],
  ["a proxy without a version", new Response(""), false],
])(
  "a page of the server goes on, and offers to reload only after another version: %s",
  async (_, answer, offers) => {
    const page = await pageOf("server");
    page.checkVersion(answer);
    expect(page.isOutdated()).toBe(offers);
    expect(await page.mayWrite()).toBe(true);
    expect(fetch).not.toHaveBeenCalled();
  },
);

test("a copy uses no answer of another version", async () => {
  const page = await pageOf("copy");
  expect(() => page.checkVersion(answerOf("2"))).toThrow(page.OldProgram);
  expect(page.isOutdated()).toBe(true);
});

test("a copy shows what became of a write, also of a server that was upgraded meanwhile", async () => {
  const page = await pageOf("copy");
  page.checkVersion(answerOf("2"), true);
  expect(page.isOutdated()).toBe(true);
});

test("a page from a copy uses no copy of another version, and one of its own confirms no write", async () => {
  const page = await pageOf("copy");
  page.checkVersion(answerOf("1", { "Cache-Control": "no-store", "X-As-Of": "1" }));
  vi.mocked(fetch).mockRejectedValueOnce(new TypeError("no connection"));
  expect(await page.mayWrite()).toBe(false);
  const newer = answerOf("2", { "Cache-Control": "no-store", "X-As-Of": "1" });
  expect(() => page.checkVersion(newer)).toThrow(page.OldProgram);
});

test("a copy asks for the server's version before its first write", async () => {
  const page = await pageOf("copy");
  vi.mocked(fetch).mockResolvedValueOnce(answerOf("1"));
  expect(await page.mayWrite()).toBe(true);
  expect(await page.mayWrite()).toBe(true);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test("a copy writes nothing to another version, and nothing without a connection", async () => {
  const page = await pageOf("copy");
  vi.mocked(fetch).mockResolvedValueOnce(answerOf("2"));
  await expect(page.mayWrite()).rejects.toThrow(page.OldProgram);
  const other = await pageOf("copy");
  vi.mocked(fetch).mockRejectedValueOnce(new TypeError("no connection"));
  expect(await other.mayWrite()).toBe(false);
});
