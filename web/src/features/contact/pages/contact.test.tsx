import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { takeToasts } from "../../../lib/toasts";
import { answer, renderPage, server } from "../../../testing/page";
import { Page } from "./contact";

async function write(): Promise<void> {
  renderPage(<Page title="Contact us" />);
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Your name"), " Asha ");
  await user.type(screen.getByLabelText("Email"), "asha@example.com");
  await user.type(screen.getByLabelText("Message"), "A question");
  await user.click(screen.getByRole("button", { name: "Send message" }));
}

test("a browser that knows the visitor's address and number offers them", () => {
  renderPage(<Page title="Contact us" />);
  expect(screen.getByLabelText("Email").getAttribute("autocomplete")).toBe("email");
  expect(screen.getByLabelText(/^Phone/).getAttribute("autocomplete")).toBe("tel");
});

test("a sent message is confirmed with the address that the answer goes to", async () => {
  server.mockImplementation(async () => answer(undefined, "Thank you"));
  await write();
  const heading = await screen.findByRole("heading", { name: "We have received your message" });
  expect(document.activeElement).toBe(heading);
  expect(screen.getByText(/asha@example\.com/)).toBeTruthy();
  // An empty phone number is left out: the server would read it as a wrong one.
  expect(await server.mock.calls[0]?.[0].json()).toEqual({
    name: "Asha",
    email: "asha@example.com",
    message: "A question",
  });
});

test("the input is kept when sending fails", async () => {
  server.mockRejectedValue(new TypeError("offline"));
  await write();
  await vi.waitFor(() => expect(takeToasts()).toHaveLength(1));
  expect(screen.getByLabelText<HTMLTextAreaElement>("Message").value).toBe("A question");
});

test("who answers grievances is named as the settings say", () => {
  const meta = document.createElement("meta");
  Object.assign(meta, { name: "notices" });
  Object.assign(meta.dataset, {
    privacy: "1",
    terms: "1",
    officer: "Anitha",
    email: "g@example.org",
    phone: "0484 2345678",
  });
  document.head.append(meta);
  renderPage(<Page title="Contact us" />);
  expect(screen.getByText(/^Anitha handles complaints/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "g@example.org" }).getAttribute("href")).toBe(
    "mailto:g@example.org",
  );
  expect(screen.getByRole("link", { name: "0484 2345678" }).getAttribute("href")).toBe("tel:04842345678");
  meta.remove();
});
