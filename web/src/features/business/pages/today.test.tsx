import { screen, within } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { setPendingRequests } from "../../../lib/pending-requests";
import { signIn } from "../../../lib/session";
import { answer, renderPage, server } from "../../../testing/page";
import { Page } from "./today";

const doctor = {
  _id: "d1",
  name: "Anjali Nair",
  nameMl: null,
  specialization: "ENT",
  image: null,
  place: null,
  placeMl: null,
  today: 5,
  arrived: 2,
  pending: 1,
};

function open(doctors: object[]) {
  signIn("worker", "t", "w1", "hospital");
  server.mockImplementation(async () => answer(doctors));
  renderPage(<Page title="Today" />, { at: "/business/today" });
}

afterEach(() => setPendingRequests(0));

test("a hospital sees how many come to each doctor today", async () => {
  open([doctor, { ...doctor, _id: "d2", name: "Biju Das", today: 0, arrived: 0, pending: 0 }]);
  const [first, second] = await screen.findAllByRole("listitem");
  const badges = within(first as HTMLElement);
  for (const text of ["Dr. Anjali Nair", "5 today", "2 in the clinic", "1 waiting for an answer"])
    expect(badges.getByText(text)).toBeDefined();
  expect(second?.textContent).toContain("0 today");
  expect(second?.textContent).not.toContain("in the clinic");
  const [call] = server.mock.calls.map(([request]) => new URL(request.url).pathname);
  expect(call).toBe("/user/api/worker/today/w1");
  expect(screen.queryByRole("link", { name: "Blood requests" })).toBeNull();
});

test("pending requests for blood are on top, and without doctors there is a hint", async () => {
  setPendingRequests(3);
  open([]);
  expect(await screen.findByRole("heading", { name: "No doctors yet" })).toBeDefined();
  expect(screen.getByText("Blood requests waiting for your confirmation: 3")).toBeDefined();
  expect(screen.getByRole("link", { name: "Blood requests" }).getAttribute("href")).toBe(
    "/business/bloodrequests",
  );
});
