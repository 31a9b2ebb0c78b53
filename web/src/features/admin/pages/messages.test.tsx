import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { signIn } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { answer, listed, renderPage, server } from "../../../testing/page";
import { Page } from "./messages";

const message = {
  _id: "m1",
  name: "Radhika",
  email: "radhika@example.com",
  phone: null,
  message: "How do I delete my account?",
  status: "open",
  createdAt: "2024-01-05T03:45:00Z",
  replies: [],
};
const waiting = { pending: { Doctor: 0, Hospital: 0, Pharmacy: 0 }, bloodRequests: 0, messages: 1, total: 1 };

function show(decide: (request: Request) => Promise<Response>): void {
  signIn("admin", "token");
  server.mockImplementation(async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname.endsWith("/notifications")) return answer(waiting);
    if (pathname.endsWith("/messages")) return listed([message]);
    if (request.method === "GET") return answer(message);
    return decide(request);
  });
  renderPage(<Page title="Messages" />);
}

async function type(text: string): Promise<ReturnType<typeof userEvent.setup>> {
  const user = userEvent.setup();
  await user.click(await screen.findByRole("button", { name: "Radhika" }));
  await user.type(await screen.findByLabelText("Your answer"), text);
  return user;
}

const draft = () => screen.getByLabelText<HTMLTextAreaElement>("Your answer").value;

test("an answer goes to the server, and the field is free for the next", async () => {
  const sent: unknown[] = [];
  show(async (request) => {
    sent.push(await request.json());
    return answer({ ...message, status: "answered" }, "Sent");
  });
  const user = await type("Yes.");
  await user.click(screen.getByRole("button", { name: "Send answer" }));
  await vi.waitFor(() => expect(draft()).toBe(""));
  expect(sent).toEqual([{ text: "Yes." }]);
  expect(takeToasts().map(({ text }) => text)).toEqual(["Sent"]);
});

test("a typed answer survives a failed try, and a sheet that was closed", async () => {
  show(async () => {
    throw new TypeError("offline");
  });
  const user = await type("Yes.");
  await user.click(screen.getByRole("button", { name: "Send answer" }));
  await vi.waitFor(() => expect(takeToasts()).toHaveLength(1));
  expect(draft()).toBe("Yes.");
  await user.keyboard("{Escape}");
  await vi.waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  await user.click(screen.getByRole("button", { name: "Radhika" }));
  await screen.findByLabelText("Your answer");
  expect(draft()).toBe("Yes.");
});
