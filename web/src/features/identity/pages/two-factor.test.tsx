import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { clearTwoFactorSetup, requireTwoFactorSetup, signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./two-factor";

const off = { enrolledAt: null, recoveryCodesLeft: 0 };
const on = { enrolledAt: "2024-11-16T09:00:00+05:30", recoveryCodesLeft: 10 };
const offer = {
  secret: "GEZD GNBV",
  link: "otpauth://totp/Doc%20Care:x?secret=GEZDGNBV",
  size: 9,
  path: "M4 4h1v1h-1z",
};
const codes = ["AAAA-BBBB", "CCCC-DDDD"];

let standing: typeof off | typeof on;
let writes: Record<string, () => Response>;

beforeEach(() => {
  standing = off;
  writes = {
    start: () => answer(offer),
    confirm: () => {
      standing = on;
      return answer({ codes }, "It is on.");
    },
    codes: () => answer({ codes }, "New ones."),
    off: () => {
      standing = off;
      return answer(undefined, "It is off.");
    },
  };
  server.mockImplementation(async ({ method, url }) =>
    method === "GET" ? answer(standing) : (writes[url.split("/").at(-1) ?? ""] ?? (() => answer()))(),
  );
});

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const toasts = () => takeToasts().map(({ text }) => text);

async function sent(): Promise<[string, unknown][]> {
  const posts = server.mock.calls.map(([request]) => request).filter(({ method }) => method === "POST");
  return Promise.all(
    posts.map(
      async (post): Promise<[string, unknown]> => [new URL(post.url).pathname, await post.clone().json()],
    ),
  );
}

function show(shell = "doctor", at = "/doctor/twofactor", state?: unknown) {
  renderPage(<Page title="Two-factor login" shell={shell} />, { at, state });
}

async function setUp(): Promise<void> {
  await userEvent.type(await screen.findByLabelText("Current password"), "my password");
  await press("Continue");
  await screen.findByRole("img", { name: "QR code for your authenticator app" });
}

test("it is set up by the password and a code, and the recovery codes are shown once", async () => {
  signIn("doctor", "token", "d1");
  show();
  await setUp();
  expect(screen.getByText("GEZD GNBV")).toBeDefined();
  expect(screen.getByRole("link", { name: "Open the app on this device" }).getAttribute("href")).toBe(
    offer.link,
  );
  const next = screen.getByRole("heading", { name: "2. Add Doc Care to the app" });
  await vi.waitFor(() => expect(document.activeElement).toBe(next));
  await userEvent.click(field("Code"));
  await userEvent.paste("123456");
  await press("Turn on");
  const list = await screen.findByRole("list");
  expect(
    within(list)
      .getAllByRole("listitem")
      .map(({ textContent }) => textContent),
  ).toEqual(codes);
  expect(toasts()).toEqual(["It is on."]);
  await press("I have saved them");
  expect(await screen.findByText("On since Sat 16 Nov 2024, 9:00 am.")).toBeDefined();
  expect(screen.queryByText("AAAA-BBBB")).toBeNull();
  expect(await sent()).toEqual([
    ["/user/api/twofactor/start", { password: "my password" }],
    ["/user/api/twofactor/confirm", { code: "123456" }],
  ]);
});

test("a wrong password and a wrong code are said at their fields", async () => {
  signIn("doctor", "token", "d1");
  const good = writes.start;
  writes.start = () => refused(422, "invalid_fields", "x", [{ field: "password", message: "Not this one." }]);
  show();
  await userEvent.type(await screen.findByLabelText("Current password"), "wrong");
  await press("Continue");
  expect(await screen.findAllByText("Not this one.")).not.toHaveLength(0);
  if (good) writes.start = good;
  await userEvent.type(field("Current password"), " no more");
  await press("Continue");
  await screen.findByText("GEZD GNBV");
  writes.confirm = () => refused(422, "invalid_fields", "x", [{ field: "code", message: "Not that one." }]);
  await userEvent.type(field("Code"), "123456");
  await press("Turn on");
  expect(await screen.findAllByText("Not that one.")).not.toHaveLength(0);
  expect(screen.getByText("GEZD GNBV")).toBeDefined();
});

test("recovery codes are copied, saved and printed", async () => {
  signIn("doctor", "token", "d1");
  const user = userEvent.setup();
  const print = vi.spyOn(window, "print").mockImplementation(() => undefined);
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: () => undefined }),
  );
  show();
  await setUp();
  await user.type(field("Code"), "123456");
  await press("Turn on");
  await screen.findByText("AAAA-BBBB");
  await user.click(screen.getByRole("button", { name: "Copy" }));
  await vi.waitFor(async () =>
    expect(await navigator.clipboard.readText()).toBe(
      "Doc Care: Your recovery codes\n\nAAAA-BBBB\nCCCC-DDDD\n",
    ),
  );
  const saved = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function save(
    this: HTMLAnchorElement,
  ) {
    expect(this.download).toBe("doc-care-recovery-codes.txt");
  });
  await press("Download");
  expect(saved).toHaveBeenCalledOnce();
  await press("Print");
  expect(print).toHaveBeenCalledOnce();
  vi.restoreAllMocks();
});

test("new recovery codes and switching off ask for password and code", async () => {
  signIn("worker", "token", "w1");
  standing = { ...on, recoveryCodesLeft: 3 };
  show("business", "/business/twofactor");
  expect(await screen.findByText("Unused recovery codes: 3 of 10.")).toBeDefined();
  expect(screen.getByText("Only a few are left. Please create new ones.")).toBeDefined();
  const answerDialog = async (button: string, code: string) => {
    const dialog = await screen.findByRole("dialog");
    await userEvent.type(within(dialog).getByLabelText("Current password"), "my password");
    await userEvent.type(within(dialog).getByLabelText("Code from the app, or a recovery code"), code);
    await userEvent.click(within(dialog).getByRole("button", { name: button }));
  };
  await press("Create new recovery codes");
  await answerDialog("Create new recovery codes", "123456");
  await screen.findByText("CCCC-DDDD");
  await press("I have saved them");
  await screen.findByText("Unused recovery codes: 3 of 10.");
  await press("Turn off");
  await answerDialog("Turn off", "AAAA-BBBB");
  expect(await screen.findByLabelText("Current password")).toBeDefined();
  expect(toasts()).toEqual(["New ones.", "It is off."]);
  expect(await sent()).toEqual([
    ["/user/api/twofactor/codes", { password: "my password", code: "123456" }],
    ["/user/api/twofactor/off", { password: "my password", code: "AAAA-BBBB" }],
  ]);
});

test("an administrator who was led here goes on to where they wanted to be", async () => {
  signIn("admin", "token");
  requireTwoFactorSetup("admin");
  show("admin", "/admin/twofactor", { from: "/admin/userlist?q=a" });
  expect(await screen.findByText(/^Administrators need two-factor login here/)).toBeDefined();
  await setUp();
  await userEvent.type(field("Code"), "123456");
  await press("Turn on");
  await screen.findByText("AAAA-BBBB");
  expect(screen.queryByText(/^Administrators need two-factor login/)).toBeNull();
  await press("I have saved them");
  expect(await screen.findByText("/admin/userlist?q=a null")).toBeDefined();
  expect((await sent()).map(([path]) => path)).toEqual([
    "/admin/api/twofactor/start",
    "/admin/api/twofactor/confirm",
  ]);
  clearTwoFactorSetup("admin");
});
