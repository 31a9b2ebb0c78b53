import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { signIn } from "../../lib/session";
import { answer, renderPage, server } from "../../testing/page";
import { WaitForDay } from "./wait-for-day";

const show = () => renderPage(<WaitForDay doctorId="d1" day="2024-02-05" />);

test("hours are chosen, and the wish is sent once", async () => {
  signIn("user", "token", "u1");
  const sent: unknown[] = [];
  server.mockImplementation(async (request) => {
    if (request.method === "GET") return answer([]);
    sent.push(await request.json());
    return answer({});
  });
  show();
  await userEvent.selectOptions(await screen.findByLabelText("From"), "17:00");
  await userEvent.selectOptions(screen.getByLabelText("Before"), "09:00");
  expect(screen.getByRole("alert").textContent).toBe("The end must be after the start.");
  await userEvent.selectOptions(screen.getByLabelText("Before"), "19:00");
  await userEvent.click(screen.getByRole("button", { name: "Put me on the list" }));
  expect(sent).toEqual([{ date: "2024-02-05", from: "17:00", to: "19:00" }]);
});

test("an existing entry shows its place", async () => {
  signIn("user", "token", "u1");
  server.mockImplementation(async () => answer([{ doctorId: { _id: "d1" }, day: "2024-02-05", place: 3 }]));
  show();
  expect(await screen.findByText("You are number 3 on the list")).toBeDefined();
});

test("without a login there is a link to the login", () => {
  localStorage.clear();
  show();
  expect(screen.getByRole("link", { name: "Log in to join the waiting list" }).getAttribute("href")).toBe(
    "/login",
  );
});
