import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { answer, renderPage, server } from "../../../testing/page";
import { SecondFactor } from "./logins";

test("a worker's second factor is switched off with a reason", async () => {
  let enrolledAt: string | null = "2024-11-16T09:00:00+05:30";
  server.mockImplementation(async ({ method, url }) => {
    if (url.endsWith("/admin/api/twofactor")) return answer({ enrolledAt: null, recoveryCodesLeft: 0 });
    if (method === "GET") return answer({ enrolledAt, recoveryCodesLeft: 0 });
    enrolledAt = null;
    return answer(undefined, "It is off.");
  });
  renderPage(<SecondFactor category="Pharmacy" id="p1" />);
  expect(await screen.findByText("On since Sat 16 Nov 2024, 9:00 am.")).toBeDefined();
  await userEvent.click(screen.getByRole("button", { name: "Turn off two-factor login" }));
  const dialog = screen.getByRole("dialog");
  await userEvent.type(within(dialog).getByRole("textbox"), "The phone is lost.");
  await userEvent.type(within(dialog).getByLabelText("Your password"), "secret");
  await userEvent.click(within(dialog).getByRole("button", { name: "Turn off two-factor login" }));
  expect(await screen.findByText("Off")).toBeDefined();
  const post = server.mock.calls.map(([request]) => request).find(({ method }) => method === "POST");
  expect(new URL(post?.url ?? "").pathname).toBe("/admin/api/workers/Pharmacy/twofactor/p1/off");
  expect(await post?.json()).toEqual({ reason: "The phone is lost.", current_password: "secret" });
});
