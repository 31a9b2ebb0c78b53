import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { answer, listed, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./operations";

const healthy = {
  version: "0.1.0",
  engine: "SQLite 3.50.4",
  schema: "0037_operations",
  startedAt: "2026-11-15T09:00:00+05:30",
  clientErrors: 3,
  mails: { waiting: 0, since: null },
  mailsGoTo: "server",
  phoneMessages: null,
  codes: null,
  backups: { everyMinutes: 1440, keep: 14, lastAt: "2026-11-15T08:00:00+05:30", problem: null },
  disk: { freeBytes: 40e9, totalBytes: 100e9 },
  seals: {
    sealedUntil: "2026-11-15T08:59:00+05:30",
    number: 7,
    checkedAt: "2026-11-15T08:00:00+05:30",
    problem: null,
  },
  retention: [
    {
      job: "old audit",
      kept: "a year",
      tables: ["audit", "audit_words"],
      ranAt: "2026-11-15T08:00:00+05:30",
      deletedAt: "2026-11-01T08:00:00+05:30",
      deleted: 1234,
    },
    {
      job: "tries",
      kept: "as long as it counts",
      tables: ["tries"],
      ranAt: null,
      deletedAt: null,
      deleted: 0,
    },
  ],
};
const mail = {
  _id: "m1",
  recipient: "gone@example.org",
  reason: "refused: no such mailbox",
  tries: 1,
  failedAt: "2026-11-14T09:00:00+05:30",
  retryable: true,
};

let state: object;
let mails: object[];
let sent: string[];
let writes: () => Response;

beforeEach(() => {
  signIn("admin", "token");
  state = healthy;
  mails = [mail, { ...mail, _id: "m2", recipient: "9847012345", retryable: false }];
  sent = [];
  writes = () => answer(undefined, "Done.");
  server.mockImplementation(async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== "GET") {
      sent.push(`${request.method} ${pathname}`);
      return writes();
    }
    if (pathname === "/admin/api/operations") return answer(state);
    if (pathname === "/admin/api/operations/failed") return listed(mails);
    if (pathname === "/admin/api/operations/datamap") {
      const columns = [{ name: "at", why: "when", kept: "a year", seen: "administrators" }];
      return answer([{ name: "audit", about: "Who did what to whom.", columns }]);
    }
    return refused(404, "not_found", "");
  });
});

const show = () => renderPage(<Page title="Operations" />);

test("good states and the last deletions are shown", async () => {
  show();
  expect(await screen.findByText("SQLite 3.50.4")).toBeTruthy();
  expect(screen.getByText("40 of 100 GB free")).toBeTruthy();
  expect(screen.getByText("No provider is set up")).toBeTruthy();
  expect(screen.getByText("Unchanged")).toBeTruthy();
  expect(screen.getByText("3 in the last 24 hours")).toBeTruthy();
  const row = screen.getByText("audit, audit_words").closest("tr");
  expect(row?.textContent).toMatch(/a year.*1,234 on/);
  expect(screen.queryByText(/failed:|Almost full|Backups are not/)).toBeNull();
});

test("problems are highlighted: no backups, a full disk, a broken seal", async () => {
  state = {
    ...healthy,
    backups: null,
    disk: { freeBytes: 1e9, totalBytes: 100e9 },
    mails: { waiting: 1200, since: "2026-11-14T09:00:00+05:30" },
    seals: { ...healthy.seals, problem: "batch 3: it was changed" },
  };
  show();
  expect(await screen.findByText("Backups are not set up")).toBeTruthy();
  expect(screen.getByText("Almost full")).toBeTruthy();
  expect(screen.getByText(/^1,200 waiting, the oldest since/)).toBeTruthy();
  expect(screen.getByText("Changed after sealing: batch 3: it was changed")).toBeTruthy();
  expect(screen.queryByText("Unchanged")).toBeNull();
});

test("a failed backup shows the reason", async () => {
  state = { ...healthy, backups: { ...healthy.backups, problem: "the disk is full" } };
  show();
  expect(await screen.findByText("The last attempt failed: the disk is full")).toBeTruthy();
});

test("a mail or message can be retried only while its content is stored, and dropped after a confirmation", async () => {
  show();
  expect(await screen.findByText("9847012345")).toBeTruthy();
  const again = screen.getAllByRole("button", { name: "Try again" });
  expect(again).toHaveLength(1);
  await userEvent.click(again[0] as HTMLElement);
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "good", text: "Done." }]));
  await userEvent.click(screen.getAllByRole("button", { name: "Discard" })[1] as HTMLElement);
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByText(/9847012345/)).toBeTruthy();
  await userEvent.click(dialog.getByRole("button", { name: "Discard" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([
    "POST /admin/api/operations/failed/m1/retry",
    "DELETE /admin/api/operations/failed/m2",
  ]);
});

const codes = {
  enabled: true,
  perDay: 1000,
  today: 12,
  last30Days: 1234,
  todayPaise: 216,
  last30DaysPaise: 22212,
  topPrefix: "984701",
  topPrefixCodes: 9,
};

test("codes to phones are shown with their cost", async () => {
  state = { ...healthy, codes };
  show();
  expect(await screen.findByText("12 of 1,000")).toBeTruthy();
  expect(screen.getByText("₹222.12; today ₹2.16")).toBeTruthy();
  expect(screen.getByText("Numbers starting with 984701: 9")).toBeTruthy();
  expect(screen.queryByText("More than half of the daily limit")).toBeNull();
});

test("many codes are highlighted, and without a price only the number is shown", async () => {
  state = {
    ...healthy,
    codes: { ...codes, enabled: false, today: 501, todayPaise: null, last30DaysPaise: null, topPrefix: null },
  };
  show();
  expect(await screen.findByText("More than half of the daily limit")).toBeTruthy();
  expect(screen.getByText(/DOCCARE_MESSAGES_CODE_PRICE is not set/)).toBeTruthy();
  expect(screen.getByText(/^Switched off/)).toBeTruthy();
  expect(screen.getByText("No codes today")).toBeTruthy();
});

test("an empty list of failures has a note", async () => {
  mails = [];
  show();
  expect(await screen.findByText("Nothing failed")).toBeTruthy();
});

test("the data map comes when it is asked for", async () => {
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Show the data map" }));
  expect(await screen.findByText("Who did what to whom.")).toBeTruthy();
  expect(screen.getByText("administrators")).toBeTruthy();
});

test("a note says that emails are written to files, and a press sends a test email", async () => {
  state = { ...healthy, mailsGoTo: "files" };
  show();
  expect(await screen.findByText(/nobody gets them/)).toBeDefined();
  writes = () => answer(undefined, "A test email is on its way to me@example.org.");
  await userEvent.click(screen.getByRole("button", { name: "Send a test email" }));
  await waitFor(() => expect(takeToasts().map(({ text }) => text)).toEqual([expect.stringContaining("me@")]));
  expect(sent).toEqual(["POST /admin/api/operations/testmail"]);
});

test("a backup is made on a press, where backups are set up", async () => {
  const { unmount } = show();
  await userEvent.click(await screen.findByRole("button", { name: "Back up now" }));
  await waitFor(() => expect(sent).toEqual(["POST /admin/api/operations/backup"]));
  unmount();
  state = { ...healthy, backups: null };
  show();
  expect(await screen.findByText("Backups are not set up")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Back up now" })).toBeNull();
});
