import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// A browser resolves a relative address against the page; Node's Request refuses it.
globalThis.Request = class extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === "string" ? new URL(input, "http://localhost") : input, init);
  }
};

// jsdom has no CSS namespace; react-aria looks for its options by an escaped key.
Object.assign(globalThis, { CSS: { escape: (text: string) => text.replace(/[^\w-]/g, "\\$&") } });

// jsdom draws nothing, so it does not scroll either.
Element.prototype.scrollIntoView = () => undefined;

afterEach(() => {
  cleanup();
  window.localStorage.clear();
});
