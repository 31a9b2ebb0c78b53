import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signIn } from "../../../lib/session";
import { answer, refused, renderPage, server } from "../../../testing/page";
import type { Board } from "../../visit/api";
import { Page } from "./screen";

const queue: Board = {
  late: 0,
  serving: "2",
  waiting: [
    { token: "3", arrived: true, from: "10:30", to: "10:40" },
    { token: "5", arrived: false, from: "10:45", to: "11:10" },
  ],
};

const door = { place: "h1", code: "0482", next: "9310", seconds: 20 };

let tell: (event: string) => void;
let isPaired: boolean;
let isRemoved: boolean;
let codes: number;

/** The server of one screen, whose token is `secret`. */
beforeEach(() => {
  isPaired = false;
  isRemoved = false;
  codes = 0;
  server.mockImplementation(async (request) => {
    const path = typeof request === "string" ? request : new URL(request.url).pathname;
    if (path.endsWith("/events")) {
      const encoder = new TextEncoder();
      const body = new ReadableStream<Uint8Array>({
        start: (stream) => {
          tell = (event) => stream.enqueue(encoder.encode(event));
        },
      });
      return new Response(body);
    }
    if (path.endsWith("/pairing") && typeof request !== "string" && request.method === "POST") {
      codes += 1;
      return answer({ code: `48291${codes}`, token: "secret", size: 29, path: "M4 4h1v1h-1z" });
    }
    if (isRemoved) return refused(410, "link_ended", "This link has ended.");
    if (path.endsWith("/pairing")) return answer({ paired: isPaired });
    return answer({ doctor: "Dr. Meera Pillai (ENT)", number: 2, queue, door });
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
  window.localStorage.clear();
  Reflect.deleteProperty(navigator, "wakeLock");
});

const show = (at = "/screen") => renderPage(<Page />, { at });
const hear = async (board: Board) =>
  act(async () => tell(`event: queue\ndata: ${JSON.stringify(board)}\n\n`));

test("the screen shows tokens in both languages, and which screen it is", async () => {
  show("/screen#secret");
  expect(await screen.findByText("2")).toBeDefined();
  expect(screen.getByText(/Now with the doctor · ഇപ്പോൾ/)).toBeDefined();
  expect(screen.getByText(/Screen 2 ·/)).toBeDefined();
  expect(screen.getAllByRole("listitem").map((one) => one.textContent)).toEqual(["3", "5"]);
  await hear({ late: 0, serving: "3", waiting: [] });
  await waitFor(() => expect(screen.queryAllByRole("listitem")).toEqual([]));
  expect(screen.getByText("3")).toBeDefined();
  expect(screen.getByText("–")).toBeDefined();
});

test("the screen shows the door code, the next one when its time has come, and none that is too old", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show("/screen#secret");
  expect(await screen.findByText("0482")).toBeDefined();
  await act(async () => vi.advanceTimersByTimeAsync(26_000));
  expect(screen.getByText("9310")).toBeDefined();
  expect(screen.queryByText("0482")).toBeNull();
  await act(async () => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.queryByText("9310")).toBeNull();
  const told = { ...queue, door: { ...door, code: "7777" } };
  await act(async () => tell(`event: queue\ndata: ${JSON.stringify(told)}\n\n`));
  expect(await screen.findByText("7777")).toBeDefined();
});

test("a screen without a link shows a code and a QR code, and the queue once somebody has typed the code", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  show();
  expect(await screen.findByText("482 911")).toBeDefined();
  expect(screen.getByRole("img", { name: /QR code/ })).toBeDefined();
  isPaired = true;
  await act(async () => vi.advanceTimersByTimeAsync(3_000));
  expect(await screen.findByText("Dr. Meera Pillai (ENT)")).toBeDefined();
  expect(window.localStorage.getItem("screenToken")).toBe("secret");
});

test("a screen that was paired before goes on without a code", async () => {
  window.localStorage.setItem("screenToken", "secret");
  show();
  expect(await screen.findByText("Dr. Meera Pillai (ENT)")).toBeDefined();
  expect(codes).toBe(0);
});

test("a code that has expired makes way for a new one, and a screen that was removed shows a code", async () => {
  isRemoved = true;
  window.localStorage.setItem("screenToken", "secret");
  show("/screen#secret");
  // Six codes are requested automatically, after that by a press.
  const again = await screen.findByRole("button", { name: /Show a new code/ });
  expect(codes).toBe(6);
  expect(window.localStorage.getItem("screenToken")).toBeNull();
  isRemoved = false;
  await userEvent.click(again);
  expect(await screen.findByText("482 917")).toBeDefined();
});

test("the phone that scanned a screen asks who it is for, where nobody or several are signed in", async () => {
  show("/screen#pair-482913");
  const doctor = await screen.findByRole("link", { name: "I am the doctor" });
  expect(doctor.getAttribute("href")).toBe("/doctor/today#screen-482913");
  const desk = screen.getByRole("link", { name: "I work at the desk" });
  expect(desk.getAttribute("href")).toBe("/desk/today#screen-482913");
  expect(codes).toBe(0);
});

test("the phone of a doctor who is signed in goes straight to Today", async () => {
  signIn("doctor", "token", "d1");
  show("/screen#pair-482913");
  await waitFor(() => expect(screen.queryByRole("link", { name: "I am the doctor" })).toBeNull());
});

test("the display stays on while the screen is shown", async () => {
  const release = vi.fn(async () => undefined);
  const request = vi.fn(async () => ({ released: false, release }));
  Object.defineProperty(navigator, "wakeLock", { configurable: true, value: { request } });
  const shown = show("/screen#secret");
  await screen.findByText("Dr. Meera Pillai (ENT)");
  await waitFor(() => expect(request).toHaveBeenCalledWith("screen"));
  shown.unmount();
  await waitFor(() => expect(release).toHaveBeenCalled());
});

/** Counts the tones that were played. */
function stubSound() {
  const start = vi.fn();
  const ramp = { setValueAtTime: vi.fn(), exponentialRampToValueAtTime: vi.fn() };
  class Context extends EventTarget {
    state = "running";
    currentTime = 0;
    destination = {};
    createOscillator = () => ({
      frequency: { value: 0 },
      connect: (to: unknown) => to,
      start,
      stop: vi.fn(),
    });
    createGain = () => ({ gain: ramp, connect: (to: unknown) => to });
    resume = async () => undefined;
    close = async () => undefined;
  }
  vi.stubGlobal("AudioContext", Context);
  return start;
}

test("the screen sounds when somebody is called in, and not once it was silenced", async () => {
  const start = stubSound();
  show("/screen#secret");
  const silence = await screen.findByRole("button", { name: /Turn sound off/ });
  expect(start).not.toHaveBeenCalled();
  await hear({ ...queue, serving: "3" });
  await waitFor(() => expect(start).toHaveBeenCalledTimes(2));
  // The visit ends, and no patient is called in.
  await hear({ ...queue, serving: null });
  await userEvent.click(silence);
  expect(await screen.findByRole("button", { name: /Turn sound on/ })).toBeDefined();
  await hear({ ...queue, serving: "5" });
  expect(await screen.findByText("5", { selector: "p" })).toBeDefined();
  expect(start).toHaveBeenCalledTimes(2);
  expect(window.localStorage.getItem("screenSound")).toBe("off");
});
