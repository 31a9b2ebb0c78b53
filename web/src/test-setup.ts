import { cleanup, configure } from "@testing-library/react";
import { afterAll, afterEach, vi } from "vitest";

// A browser resolves a relative address against the page; Node's Request refuses it.
const NodeRequest = Request;
globalThis.Request = class extends NodeRequest {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === "string" ? new URL(input, "http://localhost") : input, init);
  }
};

// jsdom has no CSS namespace; react-aria looks for its options by an escaped key.
Object.assign(globalThis, { CSS: { escape: (text: string) => text.replace(/[^\w-]/g, "\\$&") } });

// jsdom has no layout, so it does not scroll either.
Element.prototype.scrollIntoView = () => undefined;

// Our modules that listen to the history stay registered for the page's life; the next test file loads them again into the same page.
const listen = window.addEventListener;
const listening: Parameters<typeof listen>[] = [];
window.addEventListener = (...added: Parameters<typeof listen>) => {
  if (added[0] === "popstate") listening.push(added);
  listen.apply(window, added);
};

// A timeout for an overloaded machine; waiting ends as soon as the condition holds.
configure({ asyncUtilTimeout: 30_000 });

afterEach(() => {
  cleanup();
  window.localStorage.clear();
});

// The next file starts with a new page and newly loaded modules (vite.config.ts).
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
  for (const added of listening) window.removeEventListener(...added);
  window.addEventListener = listen;
  globalThis.Request = NodeRequest;
  window.sessionStorage.clear();
  window.history.replaceState(null, "", "/");
  for (const { name } of [...document.documentElement.attributes])
    document.documentElement.removeAttribute(name);
  document.head.replaceChildren();
  document.body.replaceChildren();
});
