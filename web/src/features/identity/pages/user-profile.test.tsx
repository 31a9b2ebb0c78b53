import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { signIn, tokenOf } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./user-profile";

const profile = {
  _id: "u1",
  username: "Asha Nair",
  email: "asha@example.com",
  phone_number: "9876543210",
  accountCreatedDate: "2024-01-05T00:00:00Z",
  isDeleted: false,
  state: "Kerala",
  district: "Kollam",
};
const states = [
  { name: "Kerala", ml: "കേരളം", districts: [{ name: "Kollam", ml: "കൊല്ലം" }] },
  { name: "Goa", ml: "ഗോവ", districts: [{ name: "North Goa" }, { name: "South Goa" }] },
];

/** The server's answer to a PUT or a DELETE. */
let refuseOrAccept: () => Response;
/** Messages to the user's phone. */
let messages: object;
/** The unconfirmed address. */
let waiting: string | null;

beforeEach(() => {
  signIn("user", "t", "u1");
  refuseOrAccept = () => answer(profile, "Saved");
  waiting = null;
  messages = { channels: [], proved: false, channel: null, messages: [] };
  server.mockImplementation(async ({ method, url }) => {
    if (method !== "GET") return refuseOrAccept();
    if (url.endsWith("/email/change")) return answer({ email: waiting });
    if (url.endsWith("/reminders/u1")) return answer({ evening: true, soon: true });
    if (url.endsWith("/messages/u1")) return answer(messages);
    return answer(url.endsWith("/reference") ? { states, specialities: [], bloodGroups: [] } : profile);
  });
});

const sent = () => server.mock.calls.map(([request]) => request).filter(({ method }) => method !== "GET");
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

const pick = (field: string, option: string) => userEvent.selectOptions(screen.getByLabelText(field), option);

const show = () => renderPage(<Page title="Profile" />, { at: "/user/profile" });

test("only what was edited is saved, with one call", async () => {
  show();
  await press("Edit name");
  await userEvent.clear(screen.getByLabelText("Name"));
  await userEvent.type(screen.getByLabelText("Name"), "Asha Menon");
  await press("Edit pincode");
  await userEvent.type(screen.getByLabelText("Pincode"), "691001");
  refuseOrAccept = () => answer({ ...profile, username: "Asha Menon" }, "Saved");
  await press("Submit");
  expect(await screen.findByRole("heading", { name: "Asha Menon" })).toBeDefined();
  expect(sent()).toHaveLength(1);
  expect(await sent()[0]?.json()).toEqual({ username: "Asha Menon", pincode: "691001" });
  expect(takeToasts()).toEqual([{ tone: "good", text: "Saved" }]);
  expect(screen.queryByRole("button", { name: "Submit" })).toBeNull();
});

test("another state clears the district and offers its own", async () => {
  show();
  await press("Edit state");
  await pick("State", "Goa");
  const district = within(screen.getByLabelText("District"));
  expect(district.getAllByRole("option").map(({ textContent }) => textContent)).toEqual([
    "Not given",
    "North Goa",
    "South Goa",
  ]);
  await pick("District", "South Goa");
  await press("Submit");
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(await sent()[0]?.json()).toEqual({ state: "Goa", district: "South Goa" });
});

test("a taken address is shown at its field, and the input is kept", async () => {
  show();
  await press("Edit email");
  await userEvent.clear(screen.getByLabelText("Email"));
  await userEvent.type(screen.getByLabelText("Email"), "taken@example.com");
  await userEvent.type(screen.getByLabelText("Your password"), "the password");
  refuseOrAccept = () => refused(409, "already_registered", "Taken", [{ field: "email", message: "Taken" }]);
  await press("Submit");
  expect(await screen.findAllByText("Taken")).toHaveLength(2);
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("taken@example.com");
  expect(takeToasts()).toEqual([]);

  await userEvent.type(screen.getByLabelText("Email"), "m");
  expect(screen.getAllByText("Taken")).toHaveLength(1);
  refuseOrAccept = () => answer(profile, "Saved");
  await press("Submit");
  await vi.waitFor(() => expect(takeToasts()).toEqual([{ tone: "good", text: "Saved" }]));
});

test("another address or number asks for the password, and a wrong one is said at its field", async () => {
  show();
  await press("Edit phone number");
  expect(screen.queryByLabelText("Your password")).toBeNull();
  await userEvent.clear(screen.getByLabelText("Phone number"));
  await userEvent.type(screen.getByLabelText("Phone number"), "9876500000");
  await press("Submit");
  // In the summary and at the field.
  expect(await screen.findAllByText("Please fill in: Your password.")).toHaveLength(2);
  expect(sent()).toHaveLength(0);

  const errors = [{ field: "current_password", message: "Not correct" }];
  refuseOrAccept = () => refused(422, "invalid_fields", "Check", errors);
  await userEvent.type(screen.getByLabelText("Your password"), "wrong");
  await press("Submit");
  expect(await screen.findAllByText("Not correct")).toHaveLength(2);
  expect(await sent()[0]?.json()).toEqual({ phone_number: "9876500000", current_password: "wrong" });

  refuseOrAccept = () => answer({ ...profile, phone_number: "9876500000" }, "Saved");
  await userEvent.type(screen.getByLabelText("Your password"), ", now right");
  await press("Submit");
  expect(await screen.findByText("9876500000")).toBeDefined();
  expect(screen.queryByLabelText("Your password")).toBeNull();
});

test("a password that only the server knows to be needed is asked for", async () => {
  show();
  await press("Edit name");
  const errors = [{ field: "current_password", message: "Please enter your password" }];
  refuseOrAccept = () => refused(422, "invalid_fields", "Check", errors);
  await press("Submit");
  expect(await screen.findByLabelText("Your password")).toBeDefined();
});

test("an address that waits is shown after saving, can be sent its link again, and given up", async () => {
  show();
  await press("Edit email");
  await userEvent.clear(screen.getByLabelText("Email"));
  await userEvent.type(screen.getByLabelText("Email"), "new@example.com");
  await userEvent.type(screen.getByLabelText("Your password"), "the password");
  waiting = "new@example.com";
  await press("Submit");
  expect(await screen.findByText(/We sent a link to new@example.com/)).toBeDefined();
  expect(screen.getAllByText("asha@example.com")).toHaveLength(2);
  takeToasts();

  refuseOrAccept = () => answer(undefined, "Sent again");
  await press("Send the link again");
  await vi.waitFor(() => expect(takeToasts()).toEqual([{ tone: "good", text: "Sent again" }]));

  refuseOrAccept = () => answer(undefined, "It stays");
  waiting = null;
  await press("Keep the old address");
  await vi.waitFor(() => expect(screen.queryByText(/We sent a link to/)).toBeNull());
  expect(takeToasts()).toEqual([{ tone: "good", text: "It stays" }]);
  expect(sent().map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
    "PUT /user/api/user/profile/u1",
    "POST /user/api/email/change",
    "DELETE /user/api/email/change",
  ]);
});

test("deleting needs the password, and a wrong one is said at its field", async () => {
  show();
  await press("Delete my account");
  const dialog = within(await screen.findByRole("dialog", { name: "Delete your account?" }));
  const confirm = () => userEvent.click(dialog.getByRole("button", { name: "Delete my account" }));
  await confirm();
  expect(await dialog.findByText("Please fill in: Your password.")).toBeDefined();
  expect(sent()).toHaveLength(0);

  const errors = [{ field: "password", message: "Not correct" }];
  refuseOrAccept = () => refused(422, "invalid_fields", "Check", errors);
  await userEvent.type(dialog.getByLabelText("Your password"), "wrong");
  await confirm();
  expect(await dialog.findAllByText("Not correct")).toHaveLength(2);
  expect(tokenOf("user")).toBe("t");

  refuseOrAccept = () => answer(undefined, "Deleted");
  await userEvent.type(dialog.getByLabelText("Your password"), ", now right");
  await confirm();
  expect(await screen.findByText("/ null")).toBeDefined();
  expect(await sent()[1]?.json()).toEqual({ password: "wrong, now right" });
  expect(window.localStorage).toHaveLength(0);
  expect(takeToasts()).toEqual([{ tone: "good", text: "Deleted" }]);
});

test("a profile that cannot be loaded offers to try again", async () => {
  server.mockImplementation(async () => refused(503, "busy", "Busy"));
  show();
  expect(await screen.findByRole("button", { name: "Try again" })).toBeDefined();
});

test("a reminder is switched off at once, and back on when the server refuses", async () => {
  show();
  const evening = await screen.findByLabelText<HTMLInputElement>("The evening before");
  refuseOrAccept = () => answer({ evening: false, soon: true }, "Saved");
  await userEvent.click(evening);
  await vi.waitFor(() => expect(takeToasts()).toEqual([{ tone: "good", text: "Saved" }]));
  expect(await sent()[0]?.json()).toEqual({ evening: false });
  expect(evening.checked).toBe(false);

  const soon = screen.getByLabelText<HTMLInputElement>("Two hours before");
  refuseOrAccept = () => refused(503, "busy", "Because");
  await userEvent.click(soon);
  await vi.waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: "Because" }]));
  expect(soon.checked).toBe(true);
});

test("where no way to phones is set up, nothing is offered", async () => {
  show();
  expect(await screen.findByRole("heading", { name: "Reminders" })).toBeDefined();
  expect(screen.queryByRole("heading", { name: "Messages to your phone" })).toBeNull();
});

test("a number is proved by a code, and then a way is chosen", async () => {
  messages = { channels: ["sms", "whatsapp"], proved: false, channel: null, messages: [] };
  refuseOrAccept = () => answer({ challenge: "c1" }, "A code is on its way");
  show();
  await press("Send me a code");
  expect(await screen.findByText("A code is on its way")).toBeDefined();
  refuseOrAccept = () =>
    refused(422, "invalid_fields", "Wrong", [{ field: "code", message: "Not this one" }]);
  await userEvent.type(screen.getByLabelText("Code"), "123456");
  await press("Confirm my number");
  expect((await screen.findAllByText("Not this one")).length).toBeGreaterThan(0);
  messages = { channels: ["sms", "whatsapp"], proved: true, channel: null, messages: [] };
  refuseOrAccept = () => answer(undefined, "Confirmed");
  await userEvent.clear(screen.getByLabelText("Code"));
  await userEvent.type(screen.getByLabelText("Code"), "654321");
  await press("Confirm my number");
  const sms = await screen.findByLabelText("SMS");
  expect(await sent().at(-1)?.json()).toEqual({ challenge: "c1", code: "654321" });
  refuseOrAccept = () => answer({ ...messages, channel: "sms" }, "Saved");
  await userEvent.click(sms);
  await vi.waitFor(async () => expect(await sent().at(-1)?.clone().json()).toEqual({ channel: "sms" }));
});

test("without an address messages are the only way: there is no email alone, and with one way nothing to choose", async () => {
  messages = { channels: ["sms", "whatsapp"], proved: true, channel: "sms", only: true, messages: [] };
  const shown = show();
  expect(await screen.findByLabelText<HTMLInputElement>("SMS")).toHaveProperty("checked", true);
  expect(screen.getByLabelText("WhatsApp")).toBeDefined();
  expect(screen.queryByLabelText("Email only")).toBeNull();
  expect(screen.getByText(/^Your account has no email address/)).toBeDefined();
  shown.unmount();
  messages = { channels: ["sms"], proved: true, channel: "sms", only: true, messages: [] };
  show();
  expect(await screen.findByText(/^Your account has no email address/)).toBeDefined();
  expect(screen.queryByLabelText("SMS")).toBeNull();
});

test("delivery states of messages are shown as reported", async () => {
  const one = {
    channel: "sms",
    createdAt: "2026-11-16T10:30:00+05:30",
    changedAt: "2026-11-16T10:30:00+05:30",
  };
  messages = {
    channels: ["sms"],
    proved: true,
    channel: "sms",
    messages: [
      { ...one, _id: "3", kind: "approved", state: "delivered", reason: null },
      { ...one, _id: "2", kind: "requested", state: "taken", reason: null },
      { ...one, _id: "1", kind: "code", state: "failed", reason: "absent subscriber" },
    ],
  };
  show();
  expect(await screen.findByText("Delivered")).toBeDefined();
  expect(screen.getByText("Sent, delivery not confirmed yet")).toBeDefined();
  expect(screen.getByText("Could not be sent")).toBeDefined();
  expect(screen.getByText(/absent subscriber/)).toBeDefined();
});
