import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test } from "vitest";
import type { components } from "../../../api/schema";
import { signIn } from "../../../lib/session";
import { m } from "../../../messages";
import { doctorBooking } from "../../../testing/bookings";
import { answer, listed, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./follow-ups";

type Visit = components["schemas"]["MarkableVisit"];

const visit = (_id: string, more: Partial<Visit> = {}): Visit => ({
  ...doctorBooking({ _id, status: "Checked" }),
  followUp: null,
  ...more,
});
const followUp = { days: 10, day: "2024-01-15", withoutFee: true, state: "waiting", changeable: true };

let visits: Visit[];
let answers: Response[];
let sent: { method: string; path: string; body: unknown }[];

beforeEach(() => {
  signIn("doctor", "token", "d1");
  visits = [visit("b1")];
  answers = [];
  sent = [];
  server.mockImplementation(async (request) => {
    if (request.method === "GET") return listed(visits);
    const body = request.method === "DELETE" ? undefined : await request.json();
    sent.push({ method: request.method, path: new URL(request.url).pathname, body });
    return answers.shift() ?? Response.error();
  });
});

const show = () => renderPage(<Page title="Follow-ups" />);
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const dialog = () => within(screen.getByRole("dialog"));

test("a follow-up is noted with days and without a fee, and its day is shown", async () => {
  show();
  await press("Ask to come again");
  const days = dialog().getByRole("textbox", { name: "Days after this visit" });
  expect(dialog().getByText("Fri 12 Jan 2024")).toBeDefined();
  await userEvent.clear(days);
  await userEvent.type(days, "10");
  expect(dialog().getByText("Mon 15 Jan 2024")).toBeDefined();
  await userEvent.click(dialog().getByRole("checkbox"));
  visits = [visit("b1", { followUp })];
  answers = [answer(visits[0], "Saved.")];
  await userEvent.click(dialog().getByRole("button", { name: "Save" }));
  expect(await screen.findByText("Not suggested yet")).toBeDefined();
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(sent).toEqual([
    { method: "PUT", path: "/user/api/doctor/followup/b1", body: { days: "10", withoutFee: true } },
  ]);
});

test("an error of the days is shown at the field", async () => {
  show();
  await press("Ask to come again");
  answers = [
    refused(422, "invalid_fields", "That day is over.", [{ field: "days", message: "That day is over." }]),
  ];
  await userEvent.click(dialog().getByRole("button", { name: "Save" }));
  // In the summary and at the field.
  expect(await dialog().findAllByText("That day is over.")).toHaveLength(2);
});

test("a follow-up is withdrawn, and a proposed one can no longer be changed", async () => {
  visits = [
    visit("b1", { followUp }),
    visit("b2", { followUp: { ...followUp, state: "proposed", changeable: false } }),
  ];
  show();
  await screen.findByText("Suggested");
  expect(screen.getAllByRole("button", { name: "Change" })).toHaveLength(1);
  answers = [answer(undefined, "Taken back.")];
  visits = [visit("b1")];
  await press("Withdraw");
  expect(await screen.findByRole("button", { name: "Ask to come again" })).toBeDefined();
  expect(sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "DELETE /user/api/doctor/followup/b1",
  ]);
});

test("deleted accounts cannot get a follow-up", async () => {
  visits = [visit("b1", { patient_name: "" })];
  show();
  expect(await screen.findByRole("heading", { level: 2 })).toBeDefined();
  expect(screen.queryByRole("button")).toBeNull();
});

test("who walked in is listed with the number, and cannot be asked by us", async () => {
  visits = [visit("b1", { walkIn: true, patient_name: "Binu" })];
  show();
  expect(await screen.findByRole("heading", { name: "Binu" })).toBeDefined();
  expect(screen.getByText("Walk-in, without an account. Please tell them yourself.")).toBeDefined();
  expect(screen.getByRole("link", { name: "9846012345" })).toBeDefined();
  expect(screen.queryByRole("button", { name: m.follow_up_mark() })).toBeNull();
});
