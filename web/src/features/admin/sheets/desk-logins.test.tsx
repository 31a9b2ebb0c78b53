import { screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answer, renderPage, server } from "../../../testing/page";
import { DeskLogins } from "./logins";

const anu = {
  id: "s1",
  name: "Anu",
  email: "anu@example.org",
  since: "2024-11-15T09:00:00+05:30",
  accepted: true,
};

test("desk staff are listed, and pending invitations are marked", () => {
  const binu = { ...anu, id: "s2", name: "Binu", email: "binu@example.org", accepted: false };
  renderPage(<DeskLogins category="Doctor" desk={[anu, binu]} />);
  expect(screen.getByRole("heading", { name: "Assistants" })).toBeDefined();
  const [first, second] = screen.getAllByRole("listitem").map(({ textContent }) => textContent);
  expect(first).toBe("Anuanu@example.orgSince Fri 15 Nov 2024, 9:00 amEnd");
  expect(second).toContain("Has not accepted yet");
});

test("a hospital without anybody at its desk says so", () => {
  renderPage(<DeskLogins category="Hospital" desk={[]} />);
  expect(screen.getByRole("heading", { name: "Desk staff" })).toBeDefined();
  expect(screen.getByText("No one yet")).toBeDefined();
});

test("a login is ended with a reason, and the focus stays in the list", async () => {
  server.mockImplementation(async () => answer(undefined, "Ended."));
  renderPage(<DeskLogins category="Hospital" desk={[anu]} />);
  await userEvent.click(screen.getByRole("button", { name: "End" }));
  const dialog = within(screen.getByRole("dialog", { name: "End Anu's login?" }));
  await userEvent.click(dialog.getByRole("button", { name: "End" }));
  expect(server).not.toHaveBeenCalled();
  await userEvent.type(dialog.getByRole("textbox", { name: "Reason" }), "A stranger");
  await userEvent.click(dialog.getByRole("button", { name: "End" }));
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const [request] = server.mock.calls[0] ?? [];
  expect(`${request?.method} ${new URL(request?.url ?? "").pathname}`).toBe("DELETE /admin/api/desk/s1");
  expect(await request?.json()).toEqual({ reason: "A stranger" });
  const list = screen.getByRole("group", { name: "Desk staff" });
  await waitFor(() => expect(document.activeElement).toBe(list));
});
