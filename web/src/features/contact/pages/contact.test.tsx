import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter } from "react-router";
import { afterEach, expect, test, vi } from "vitest";
import { takeToasts } from "../../../lib/toasts";
import { Page } from "./contact";

const fetch = vi.hoisted(() => {
  const standIn = vi.fn<(input: Request) => Promise<Response>>();
  globalThis.fetch = standIn as typeof globalThis.fetch;
  return standIn;
});

afterEach(() => {
  fetch.mockReset();
  takeToasts();
});

async function write(): Promise<void> {
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter>
        <Page title="Contact us" />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const user = userEvent.setup();
  await user.type(screen.getByLabelText("Your name"), " Asha ");
  await user.type(screen.getByLabelText("Email"), "asha@example.com");
  await user.type(screen.getByLabelText("Message"), "A question");
  await user.click(screen.getByRole("button", { name: "Send the message" }));
}

test("a sent message is confirmed with the address that the answer goes to", async () => {
  fetch.mockImplementation(async () => Response.json({ message: "Thank you" }, { status: 201 }));
  await write();
  const heading = await screen.findByRole("heading", { name: "Your message has arrived" });
  expect(document.activeElement).toBe(heading);
  expect(screen.getByText(/asha@example\.com/)).toBeTruthy();
  // An empty phone number is left out: the server would read it as a wrong one.
  expect(await fetch.mock.calls[0]?.[0].json()).toEqual({
    name: "Asha",
    email: "asha@example.com",
    message: "A question",
  });
});

test("what was typed stays when it could not be sent", async () => {
  fetch.mockRejectedValue(new TypeError("offline"));
  await write();
  await vi.waitFor(() => expect(takeToasts()).toHaveLength(1));
  expect(screen.getByLabelText<HTMLTextAreaElement>("Message").value).toBe("A question");
});
