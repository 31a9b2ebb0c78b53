import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { answer, listed, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./user-list";

function user(id: string, username: string, isDeleted: boolean) {
  return {
    _id: id,
    username,
    email: `${id}@example.com`,
    phone_number: "9846012345",
    // Already the next day in India.
    accountCreatedDate: "2024-01-04T20:30:00Z",
    isDeleted,
    gender: null,
    DOB: null,
    state: null,
    district: null,
    pincode: null,
  };
}

const visit = {
  _id: "b1",
  doctor: "Meera Menon",
  patient_name: "Asha Nair",
  date: "Jan 9, 2024",
  time: "09:15",
  startsAt: "2024-01-09T09:15:00+05:30",
  status: "Pending",
};

const details = {
  ...user("u1", "Asha Nair", false),
  bookings: { total: 3, coming: [visit] },
  formerNumber: null,
  formerAccounts: [],
  audit: [],
};

/** The server's answer to the button. */
let said: () => Response;
let sent: unknown[];

async function dataOf(request: Request): Promise<Response> {
  const { pathname, searchParams } = new URL(request.url);
  if (request.method === "PATCH") {
    sent.push(await request.json());
    return said();
  }
  if (pathname.includes("/users/")) return answer(details);
  const rows = [user("u1", "Asha Nair", false), user("u2", "Beena", true)];
  const data = searchParams.get("sort") === "name" ? rows.toReversed() : rows;
  const cut = request.headers.get("X-Search") === "a";
  return listed(data, { total: cut ? 5000 : 41_234, cut });
}

beforeEach(() => {
  signIn("admin", "token");
  sent = [];
  said = () => answer({ isDeleted: true }, "Asha Nair is blocked.");
  server.mockImplementation(dataOf);
});

async function show(address = "/admin/userlist"): Promise<void> {
  renderPage(<Page title="User's List" />, { at: address });
  await screen.findByRole("table", { name: "User's List" });
}

const names = () => screen.getAllByRole("rowheader").map(({ textContent }) => textContent);
const dialog = () => within(screen.getByRole("dialog"));

test("the table shows users, their registration in India's time, and the actions", async () => {
  await show();
  expect(screen.getByText("41,234 users")).toBeDefined();
  expect(names()).toEqual(["Asha Nair", "BeenaBlocked"]);
  expect(screen.getAllByRole("cell", { name: /2024-01-05/ })).toHaveLength(2);
  expect(screen.getByRole("button", { name: "Block", description: "Asha Nair" })).toBeDefined();
  expect(screen.getByRole("button", { name: "Unblock", description: "Beena" })).toBeDefined();
});

test("a search that found more than it lists says so", async () => {
  await show("/admin/userlist#q=a");
  expect(
    screen.getByText("5,000 users · Only the first 5,000 are shown. Type more to narrow the list."),
  ).toBeDefined();
});

test("the order of the address is the server's to make", async () => {
  await show("/admin/userlist?sort=name");
  expect(names()).toEqual(["BeenaBlocked", "Asha Nair"]);
});

test("blocking asks what happens to upcoming bookings, without a default", async () => {
  await show();
  await userEvent.click(screen.getByRole("button", { name: "Block" }));
  await screen.findByText("1 upcoming booking");
  expect(dialog().getByText("Asha Nair · Dr. Meera Menon")).toBeDefined();
  await userEvent.type(dialog().getByRole("textbox", { name: "Reason" }), "Never comes");
  const radios = dialog().getAllByRole<HTMLInputElement>("radio");
  expect(radios.map(({ checked }) => checked)).toEqual([false, false]);
  await userEvent.click(dialog().getByRole("button", { name: "Block" }));
  expect(sent).toEqual([]);
  await userEvent.click(dialog().getByRole("radio", { name: /^Keep them/ }));
  await userEvent.click(dialog().getByRole("button", { name: "Block" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent).toEqual([{ isDeleted: true, reason: "Never comes", bookings: "keep" }]);
  expect(takeToasts()).toEqual([{ tone: "good", text: "Asha Nair is blocked." }]);
});

test("input and choice survive a refusal", async () => {
  said = () => refused(503, "busy", "Please try again.");
  await show();
  await userEvent.click(screen.getByRole("button", { name: "Block" }));
  await userEvent.click(await screen.findByRole("radio", { name: /^Cancel them/ }));
  const reason = dialog().getByRole<HTMLTextAreaElement>("textbox", { name: "Reason" });
  await userEvent.type(reason, "Never comes");
  await userEvent.click(dialog().getByRole("button", { name: "Block" }));
  await waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: "Please try again." }]));
  expect(reason.value).toBe("Never comes");
  said = () => answer({ isDeleted: true }, "Blocked.");
  await userEvent.click(dialog().getByRole("button", { name: "Block" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent.at(-1)).toEqual({ isDeleted: true, reason: "Never comes", bookings: "cancel" });
});
