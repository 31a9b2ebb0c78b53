import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { answer, listed, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./import";

const line = { line: 2, name: "Asha Nair", number: "TCMC 1", email: "asha@example.org", district: "Kollam" };
const good = { kind: "doctors", lines: [line], errors: [], wrong: 0, right: 1 };
const made = {
  _id: "i1",
  kind: "doctors",
  people: 2,
  left: 2,
  withoutPassword: 2,
  by: "me@example.org",
  importedAt: "2026-11-15T09:00:00+05:30",
  undoneAt: null,
};

let rows: object[];
let sent: { call: string; type: string | null; text: string }[];
let preview: () => Response;

beforeEach(() => {
  signIn("admin", "token");
  rows = [];
  sent = [];
  preview = () => answer(good);
  server.mockImplementation(async (request) => {
    if (request.url.endsWith("/twofactor")) return answer({ enrolledAt: null, recoveryCodesLeft: 0 });
    if (request.method === "GET") return listed(rows);
    const { pathname } = new URL(request.url);
    const text = await request.clone().text();
    sent.push({ call: `${request.method} ${pathname}`, type: request.headers.get("content-type"), text });
    if (pathname.endsWith("/preview")) return preview();
    if (request.method === "DELETE") {
      rows = [{ ...made, left: 1, undoneAt: made.importedAt }];
      return answer({ removed: 1, kept: [{ _id: "d1", name: "Asha Nair", why: "visits" }] }, "Undone.");
    }
    rows = [made];
    return answer({ _id: "i1", people: 1 }, "Imported.");
  });
});

const show = () => renderPage(<Page title="Import" />);
const rowsOfTable = "doctor_ID,full_Name\nTCMC 1,Asha";
/** jsdom's File cannot return its text. */
const table = () =>
  Object.assign(new File([rowsOfTable], "doctors.csv", { type: "text/csv" }), {
    text: async () => rowsOfTable,
  });

async function choose(): Promise<void> {
  await userEvent.upload(await screen.findByLabelText("Table (CSV file)"), table());
}

test("a table is previewed before it is imported with the caller's password", async () => {
  show();
  expect(await screen.findByText("Nothing imported yet")).toBeDefined();
  expect(screen.getAllByText(/you can undo a whole import/)).toHaveLength(1);
  await choose();
  const yes = await screen.findByRole("button", { name: "Import 1" });
  expect(screen.getByText("TCMC 1")).toBeDefined();
  await userEvent.click(yes);
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByText(/^Doctors to add: 1\. They are listed at once/)).toBeDefined();
  await userEvent.type(dialog.getByLabelText("Your password"), "secret");
  await userEvent.click(dialog.getByRole("button", { name: "Import" }));
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "good", text: "Imported." }]));
  const text = rowsOfTable;
  expect(sent).toEqual([
    { call: "POST /admin/api/imports/preview", type: "text/csv", text },
    {
      call: "POST /admin/api/imports",
      type: "application/json",
      text: JSON.stringify({ table: text, rightOnly: false, current_password: "secret" }),
    },
  ]);
  expect(await screen.findByRole("button", { name: "Undo" })).toBeDefined();
});

test("errors name line, person, column and value, and nothing goes in where no row is right", async () => {
  const message = "Please enter the date of birth.";
  const errors = [{ line: 3, name: "Biju", column: "DOB", value: "yesterday", message }];
  preview = () => answer({ ...good, errors, wrong: 1, right: 0 });
  show();
  await choose();
  const [, row] = await screen.findAllByRole("row");
  expect(row?.textContent).toContain(`Line 3BijuColumnDOBIn the fileyesterdayErrors${message}`);
  expect(screen.queryByRole("button", { name: /^Import/ })).toBeNull();
  preview = () => answer(good);
  await choose();
  expect(await screen.findByRole("button", { name: "Import 1" })).toBeDefined();
  expect(screen.queryByText("DOB")).toBeNull();
});

test("rows without an error go in without the others, and the question says how many emails go out", async () => {
  const errors = [{ line: 3, name: "Biju", column: "DOB", value: "", message: "Please enter it." }];
  preview = () => answer({ ...good, errors, wrong: 1, right: 2 });
  show();
  await choose();
  await userEvent.click(
    await screen.findByRole("button", { name: "Import only the 2 rows without an error" }),
  );
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByText(/2 emails go out/)).toBeDefined();
  await userEvent.type(dialog.getByLabelText("Your password"), "secret");
  await userEvent.click(dialog.getByRole("button", { name: "Import" }));
  await waitFor(() => expect(sent.at(-1)?.call).toBe("POST /admin/api/imports"));
  expect(JSON.parse(sent.at(-1)?.text ?? "")).toMatchObject({ rightOnly: true });
});

test("invitations are sent again to who has no password yet", async () => {
  rows = [made];
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Send invitations again" }));
  const dialog = within(screen.getByRole("dialog"));
  expect(dialog.getByText(/Emails to be sent: 2/)).toBeDefined();
  await userEvent.click(dialog.getByRole("button", { name: "Send" }));
  await waitFor(() =>
    expect(sent.map(({ call }) => call)).toEqual(["POST /admin/api/imports/i1/invitations"]),
  );
});

test("a file that is not a table has an error at its field", async () => {
  const message = "The file has no rows below its header.";
  preview = () => refused(422, "invalid_fields", message, [{ field: "file", message }]);
  show();
  await choose();
  expect((await screen.findByRole("alert")).textContent).toBe(message);
});

test("an import is undone, and kept accounts are listed with the reason", async () => {
  rows = [made];
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Undo" }));
  const dialog = within(screen.getByRole("dialog"));
  await userEvent.type(dialog.getByLabelText("Your password"), "secret");
  await userEvent.click(dialog.getByRole("button", { name: "Undo" }));
  const kept = await screen.findByText(/^Asha Nair: has visits/);
  expect(kept.closest("[role=status]")).not.toBeNull();
  expect(sent.map(({ call, text }) => [call, text])).toEqual([
    ["DELETE /admin/api/imports/i1", JSON.stringify({ current_password: "secret" })],
  ]);
  expect(await screen.findByText("1 of 2 left")).toBeDefined();
});

test("the templates name the columns, and have an example row", async () => {
  show();
  const template = await screen.findByRole("link", { name: "Template for doctors" });
  const text = decodeURIComponent(template.getAttribute("href") ?? "").split("charset=utf-8,")[1] ?? "";
  expect(text.startsWith("\uFEFFdoctor_ID,full_Name,email"), "Excel reads UTF-8 only behind the mark").toBe(
    true,
  );
  const [header = "", example = ""] = text.split("\r\n");
  expect(example.startsWith("EXAMPLE,")).toBe(true);
  // One of the example's cells contains a comma, in quotes.
  expect(example.split(",").length).toBe(header.split(",").length + 1);
});
