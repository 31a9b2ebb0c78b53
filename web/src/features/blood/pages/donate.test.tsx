import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import { takeToasts } from "../../../lib/toasts";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./donate";

const states = [
  { name: "Kerala", ml: "കേരളം", districts: [{ name: "Ernakulam" }, { name: "Kollam" }] },
  { name: "Goa", districts: [{ name: "North Goa" }] },
];

let act: () => Response;

beforeEach(() => {
  server.mockImplementation(async ({ url }) => (url.includes("/reference") ? answer({ states }) : act()));
});

const sent = () => server.mock.calls.map(([request]) => request).filter(({ method }) => method === "POST");
const open = () => renderPage(<Page title="Become a blood donor" />, { at: "/blooddonate" });

/** The page has two address fields. */
function fill(label: string, value: string, place = 0) {
  const field = screen.getAllByLabelText(label)[place];
  if (field) fireEvent.change(field, { target: { value } });
}

async function fillIn() {
  await screen.findByText("Ernakulam");
  fill("Name", "Asha Nair");
  await userEvent.click(screen.getByLabelText("O−"));
  await userEvent.click(screen.getByLabelText("Female"));
  fill("Age", "34");
  fill("Email", "asha@example.com");
  fill("Phone number", "9876543210");
  fill("District", "Ernakulam");
}

const register = () => userEvent.click(screen.getByText("Register as a donor"));
const agree = () => userEvent.click(screen.getByRole("checkbox"));

test("the eight fields and the consent are sent, and the server's thanks are shown on the home page", async () => {
  act = () => answer(undefined, "Thank you, Asha.");
  open();
  await fillIn();
  await agree();
  await register();
  expect(await screen.findByText("/?donor=registered null")).toBeDefined();
  expect(await sent()[0]?.json()).toEqual({
    Name: "Asha Nair",
    Blood_group: "O-",
    Gender: "Female",
    Age: "34",
    Email: "asha@example.com",
    Phone_number: "9876543210",
    District: "Ernakulam",
    State: "Kerala",
    consent: true,
  });
  expect(takeToasts()).toEqual([{ tone: "good", text: "Thank you, Asha." }]);
});

test("without consent nothing is sent, and the page says why", async () => {
  open();
  await fillIn();
  await register();
  expect(await screen.findAllByText(/Please agree that we may contact you/)).toHaveLength(2);
  expect(sent()).toEqual([]);
});

test("a refused age is shown at its field, and no input is lost", async () => {
  const errors = [{ field: "Age", message: "Thank you! Donors are at most 65." }];
  act = () => refused(422, "invalid", "Check", errors);
  open();
  await fillIn();
  await agree();
  await register();
  expect(await screen.findAllByText("Thank you! Donors are at most 65.")).toHaveLength(2);
  expect(screen.getByLabelText("Age").getAttribute("aria-invalid")).toBe("true");
  expect(screen.getByLabelText<HTMLInputElement>("Name").value).toBe("Asha Nair");
  expect(screen.getByLabelText<HTMLSelectElement>("District").value).toBe("Ernakulam");
  expect(screen.getByRole<HTMLInputElement>("checkbox").checked).toBe(true);
  expect(takeToasts()).toEqual([]);
});

test("another state has its own districts", async () => {
  open();
  await screen.findByText("Goa");
  fill("State", "Goa");
  expect(screen.queryByText("Ernakulam")).toBeNull();
  expect(screen.getByText("North Goa")).toBeDefined();
});

test("the private link is asked for in place", async () => {
  act = () => answer(undefined, "If you are a donor, a mail is on its way.");
  open();
  fill("Email", "asha@example.com", 1);
  await userEvent.click(screen.getByRole("button", { name: "Get my private link" }));
  expect(await screen.findByText("If you are a donor, a mail is on its way.")).toBeDefined();
  expect(takeToasts()).toEqual([]);
  expect(new URL(sent()[0]?.url ?? "").pathname).toBe("/user/api/blooddonor/link");
  expect(await sent()[0]?.json()).toEqual({ Email: "asha@example.com" });
});
