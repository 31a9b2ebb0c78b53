import { cleanup } from "@testing-library/react";
import { afterEach } from "vitest";

// A browser resolves a relative address against the page; Node's Request refuses it.
globalThis.Request = class extends Request {
  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(typeof input === "string" ? new URL(input, "http://localhost") : input, init);
  }
};

afterEach(() => {
  cleanup();
  window.localStorage.clear();
});
