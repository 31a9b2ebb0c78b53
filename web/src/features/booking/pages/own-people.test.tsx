import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./own-people";

const leela = {
  _id: "p1",
  name: "Leela Nair",
  phoneNumber: "9846000001",
  guardian: false,
};

let people: (typeof leela)[];
/** The server's answer to each change, and the requests that were sent. */
let answers: Response[];
let sent: { method: string; path: string; body: unknown }[];

beforeEach(() => {
  signIn("user", "token", "u1");
  people = [leela];
  answers = [];
  sent = [];
  server.mockImplementation(async (request) => {
    if (request.method === "GET") return answer(people);
    const body = request.method === "DELETE" ? undefined : await request.json();
    sent.push({ method: request.method, path: new URL(request.url).pathname, body });
    return answers.shift() ?? Response.error();
  });
});

const show = () => renderPage(<Page title="Family and others" />);
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const dialog = () => within(screen.getByRole("dialog"));
const field = (name: RegExp) => dialog().getByRole("textbox", { name });

test("an empty list explains itself, and the first person can be added", async () => {
  people = [];
  show();
  expect(await screen.findByText("No one saved yet")).toBeDefined();
  await press("Add a person");
  await userEvent.type(field(/Patient Name/), "Leela Nair");
  await userEvent.type(field(/Phone Number/), "9846000001");
  people = [leela];
  answers = [answer(leela, "The person is saved.")];
  await userEvent.click(dialog().getByRole("button", { name: "Save" }));
  expect(await screen.findByRole("heading", { name: "Leela Nair" })).toBeDefined();
  expect(takeToasts()).toEqual([{ tone: "good", text: "The person is saved." }]);
  expect(sent[0]).toMatchObject({
    method: "POST",
    path: "/user/api/user/people/u1",
    body: { name: "Leela Nair", phoneNumber: "9846000001", under18: false, guardian: false },
  });
});

test("a guardian's confirmation is required for children only", async () => {
  show();
  await press("Change");
  expect(dialog().queryByRole("checkbox", { name: /parent or guardian/ })).toBeNull();
  await userEvent.click(dialog().getByRole("checkbox", { name: "This person is under 18." }));
  await userEvent.click(dialog().getByRole("button", { name: "Save" }));
  expect(sent).toEqual([]);
  await userEvent.click(dialog().getByRole("checkbox", { name: /parent or guardian/ }));
  answers = [answer({ ...leela, guardian: true }, "The person is saved.")];
  await userEvent.click(dialog().getByRole("button", { name: "Save" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(sent[0]).toMatchObject({
    method: "PUT",
    path: "/user/api/user/people/u1/p1",
    body: { under18: true, guardian: true },
  });
});

test("a server error is shown at its field", async () => {
  show();
  await press("Change");
  const message = "Please enter an Indian mobile number of ten digits.";
  answers = [refused(422, "invalid_fields", message, [{ field: "phoneNumber", message }])];
  await userEvent.click(dialog().getByRole("button", { name: "Save" }));
  expect(await dialog().findByRole("link", { name: message })).toBeDefined();
  expect(takeToasts()).toEqual([]);
});

test("a person is removed after a confirmation", async () => {
  show();
  await press("Remove");
  expect(dialog().getByText(/Bookings stay as they are/)).toBeDefined();
  people = [];
  answers = [answer(undefined, "The person is removed.")];
  await userEvent.click(dialog().getByRole("button", { name: "Remove" }));
  expect(await screen.findByText("No one saved yet")).toBeDefined();
  expect(sent).toEqual([{ method: "DELETE", path: "/user/api/user/people/u1/p1", body: undefined }]);
});
