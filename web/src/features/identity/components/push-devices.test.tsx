import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { answer, renderPage, server } from "../../../testing/page";
import { PushDevices } from "./push-devices";

const key = "BKey";
const here = {
  _id: "1",
  browser: "Chrome",
  system: "Android",
  createdAt: "2026-11-15T04:00:00Z",
  current: true,
};
const there = { ...here, _id: "2", system: "Windows", lastUsedAt: "2026-11-16T04:00:00Z", current: false };

let devices: object[];
/** The browser's own subscription. */
let subscription: ReturnType<typeof subscribed> | null;
const asked: unknown[] = [];

function subscribed(applicationServerKey: ArrayBuffer) {
  return {
    endpoint: "https://push.example/1",
    options: { applicationServerKey },
    toJSON: () => ({ keys: { p256dh: "BPublic", auth: "secret" } }),
    unsubscribe: vi.fn(async () => {
      subscription = null;
      return true;
    }),
  };
}

const registration = {
  pushManager: {
    getSubscription: async () => subscription,
    subscribe: async (options: object) => {
      asked.push(options);
      subscription = subscribed(new ArrayBuffer(4));
      return subscription;
    },
  },
};

let permission: NotificationPermission;

beforeEach(() => {
  signIn("user", "t", "u1");
  devices = [];
  subscription = null;
  permission = "granted";
  asked.length = 0;
  const Notification = { permission: "default", requestPermission: async () => permission };
  vi.stubGlobal("Notification", Notification);
  vi.stubGlobal("PushManager", class {});
  const serviceWorker = { getRegistration: async () => registration, ready: Promise.resolve(registration) };
  Object.defineProperty(navigator, "serviceWorker", { configurable: true, value: serviceWorker });
  server.mockImplementation(async ({ method }) => {
    if (method === "POST") devices = [here];
    if (method === "DELETE") devices = [];
    return answer({ key, devices, most: 5 }, method === "GET" ? "" : "Saved");
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, "serviceWorker");
});

const show = () => renderPage(<PushDevices who="user" />);
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const sent = () => server.mock.calls.map(([request]) => request).filter(({ method }) => method !== "GET");

test("a press subscribes this browser with the server's key and sends what the server needs", async () => {
  show();
  await press("Turn on for this device");
  expect(await screen.findByText("This device")).toBeDefined();
  expect(asked).toEqual([{ userVisibleOnly: true, applicationServerKey: key }]);
  expect(await sent()[0]?.json()).toEqual({
    endpoint: "https://push.example/1",
    p256dh: "BPublic",
    auth: "secret",
  });
  expect(screen.queryByRole("button", { name: "Turn on for this device" })).toBeNull();
});

test("a subscription with an earlier key of the server is replaced", async () => {
  const former = subscribed(new Uint8Array([1, 2, 3]).buffer);
  subscription = former;
  show();
  await press("Turn on for this device");
  expect(await screen.findByText("This device")).toBeDefined();
  expect(former.unsubscribe).toHaveBeenCalledOnce();
});

test("a permission that is refused is explained, and nothing is sent", async () => {
  permission = "denied";
  show();
  await press("Turn on for this device");
  await vi.waitFor(() =>
    expect(takeToasts()).toEqual([
      expect.objectContaining({ text: expect.stringContaining("blocks notifications") }),
    ]),
  );
  expect(sent()).toEqual([]);
});

test("a question that was closed is not called a block", async () => {
  permission = "default";
  show();
  await press("Turn on for this device");
  await vi.waitFor(() =>
    expect(takeToasts()).toEqual([
      expect.objectContaining({ text: expect.stringContaining("Please try again") }),
    ]),
  );
  expect(sent()).toEqual([]);
});

test("each device is ended for itself, this one also in the browser", async () => {
  devices = [here, there];
  const own = subscribed(new ArrayBuffer(4));
  subscription = own;
  show();
  expect(await screen.findByText("Chrome on Windows")).toBeDefined();
  const [first] = screen.getAllByRole("button", { name: "Turn off" });
  if (first) await userEvent.click(first);
  expect(await screen.findByRole("button", { name: "Turn on for this device" })).toBeDefined();
  expect(sent().map(({ method, url }) => [method, new URL(url).pathname])).toEqual([
    ["DELETE", "/user/api/push/1"],
  ]);
  expect(own.unsubscribe).toHaveBeenCalledOnce();
});

test("a browser that blocks them is told what to do", async () => {
  vi.stubGlobal("Notification", { permission: "denied" });
  show();
  expect(await screen.findByText(/Allow them in the settings of the browser/)).toBeDefined();
});

test("a device whose subscription the browser has ended can turn it on again", async () => {
  devices = [here, there];
  show();
  expect(await screen.findByRole("button", { name: "Turn on for this device" })).toBeDefined();
  expect(screen.queryByText("This device")).toBeNull();
});
