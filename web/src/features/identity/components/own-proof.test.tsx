import { screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { Form } from "../../../components/form";
import { signIn } from "../../../lib/session";
import { answer, renderPage, server } from "../../../testing/page";
import { OwnProof } from "./own-proof";

let profile: object;
let sent: Record<string, FormDataEntryValue>;

beforeEach(() => {
  signIn("user", "t", "u1");
  sent = {};
  server.mockImplementation(async ({ method }) =>
    method === "POST" ? answer({ challenge: "c1" }, "We sent a code to your number.") : answer(profile),
  );
});

const show = () =>
  renderPage(
    <Form
      errors={{}}
      onSubmit={(form) => {
        sent = Object.fromEntries(form);
      }}
    >
      <OwnProof userId="u1" />
      <button type="submit">Go</button>
    </Form>,
    { at: "/user/profile" },
  );

const go = () => userEvent.click(screen.getByRole("button", { name: "Go" }));

test("a password where there is one", async () => {
  profile = { _id: "u1", email: "asha@example.com", phone_number: "9846012345", hasPassword: true };
  show();
  await userEvent.type(await screen.findByLabelText("Your password"), "my password");
  expect(screen.queryByRole("button", { name: "Use a code sent to my number instead" })).toBeNull();
  await go();
  expect(sent).toEqual({ current_password: "my password" });
});

test("a code to the own number where there is none", async () => {
  profile = { _id: "u1", email: "", phone_number: "9846012345", hasPassword: false };
  show();
  expect(await screen.findByText(/9846012345/)).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Send me a code" }));
  expect(await screen.findByText("We sent a code to your number.")).toBeDefined();
  await userEvent.type(screen.getByLabelText("Code"), "123456");
  await go();
  expect(sent).toEqual({ challenge: "c1", code: "123456" });
});

test("a forgotten password without an address is replaced by a code", async () => {
  profile = { _id: "u1", email: "", phone_number: "9846012345", hasPassword: true };
  show();
  await userEvent.click(await screen.findByRole("button", { name: "Use a code sent to my number instead" }));
  await userEvent.click(screen.getByRole("button", { name: "Send me a code" }));
  await userEvent.type(screen.getByLabelText("Code"), "123456");
  await go();
  expect(sent).toEqual({ challenge: "c1", code: "123456" });
});

test("nothing where the account lost its number and has no other login", async () => {
  profile = { _id: "u1", email: "", phone_number: "", hasPassword: false };
  show();
  await waitFor(() => expect(screen.queryByLabelText("Your password")).toBeNull());
  expect(screen.queryByLabelText("Code")).toBeNull();
  sent = { before: "" };
  await go();
  expect(sent).toEqual({});
});
