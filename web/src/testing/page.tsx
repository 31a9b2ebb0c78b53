/** For tests of a page: renders it in the app's frame, with a mock server. */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { cleanup, render } from "@testing-library/react";
import type { ReactNode } from "react";
import { BrowserRouter, Route, Routes, useLocation } from "react-router";
import { afterEach, beforeEach, vi } from "vitest";
import { queryDefaults } from "../api/query-defaults";
import { takeToasts } from "../lib/toasts";

/** The mock of `fetch`: its requests are in `server.mock.calls`. */
export const server = vi.fn<(request: Request) => Promise<Response>>();

/** Forms with a photo are sent by XMLHttpRequest, to the same mock. */
class Upload {
  upload = {};
  status = 0;
  responseText = "";
  onload?: () => void;
  onerror?: () => void;
  private sent: { path: string; method: string; headers: Record<string, string> } | undefined;

  open(method: string, path: string): void {
    this.sent = { path, method, headers: {} };
  }

  setRequestHeader(name: string, value: string): void {
    if (this.sent) this.sent.headers[name] = value;
  }

  async send(body: FormData): Promise<void> {
    try {
      const response = await server(new Request(this.sent?.path ?? "", { ...this.sent, body }));
      this.status = response.status;
      this.responseText = await response.text();
      this.onload?.();
    } catch {
      this.onerror?.();
    }
  }
}

beforeEach(() => {
  vi.stubGlobal("fetch", server);
  vi.stubGlobal("XMLHttpRequest", Upload);
});

/** The real timers, not fake ones. */
const { setTimeout } = window;

/** A closing dialog goes back from its history entry, in a few steps of the browser: they must not run during the next test. */
async function historyIsSettled(): Promise<void> {
  for (let step = 0; step < 8; step += 1) await new Promise((resolve) => setTimeout(resolve));
}

afterEach(async () => {
  cleanup();
  await historyIsSettled();
  server.mockReset();
  takeToasts();
  window.history.replaceState(null, "", "/");
});

/** A success of the server: a message, and the data. */
export function answer(data?: unknown, message = ""): Response {
  return Response.json({ message, data });
}

/** A page of a list; the last one, unless `next` is given. */
export function listed(data: readonly unknown[], more: object = {}): Response {
  return Response.json({ message: "", data, total: data.length, next: null, cut: false, ...more });
}

/** A refusal of the server. */
export function refused(status: number, code: string, message: string, errors?: object[]): Response {
  return Response.json({ code, message, errors }, { status });
}

interface Shown {
  /** The address; `/` by default. */
  at?: string;
  /** The route's pattern, if the page reads its parameters. */
  path?: string;
  /** The navigation state. */
  state?: unknown;
}

/** Renders a page in the app's frame. Any other address renders itself and its navigation state: `/login {"from":"/"}`. */
export function renderPage(page: ReactNode, { at = "/", path, state }: Shown = {}) {
  window.history.replaceState({ usr: state }, "", at);
  const defaultOptions = { ...queryDefaults, queries: { ...queryDefaults.queries, retry: false } };
  const queries = new QueryClient({ defaultOptions });
  const shown = render(
    <QueryClientProvider client={queries}>
      <BrowserRouter>
        <Routes>
          <Route path={path ?? window.location.pathname} element={page} />
          <Route path="*" element={<Elsewhere />} />
        </Routes>
      </BrowserRouter>
    </QueryClientProvider>,
  );
  return { ...shown, queries };
}

function Elsewhere() {
  const { pathname, search, state } = useLocation();
  return <p>{`${pathname}${search} ${JSON.stringify(state)}`}</p>;
}
