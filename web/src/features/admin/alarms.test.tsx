import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { answer, renderPage, server } from "../../testing/page";
import { Alarms } from "./pages/notifications";

const quiet = {
  pending: { Doctor: 0, Hospital: 0, Pharmacy: 0 },
  bloodRequests: 4,
  heldRequests: 0,
  messages: 0,
  total: 4,
  jumps: { bloodRequests: null, donors: null },
};

test("pending reviews and surges are shown with a link", async () => {
  const loud = { ...quiet, heldRequests: 2, jumps: { bloodRequests: 31, donors: 240 } };
  server.mockImplementation(async () => answer(loud));
  renderPage(<Alarms />);
  expect(await screen.findByText(/before we ask more donors: 2$/)).toBeDefined();
  expect(screen.getByText(/^31 blood requests in the last hour/)).toBeDefined();
  expect(screen.getByText(/^240 donor registrations in the last hour/)).toBeDefined();
  const ways = screen.getAllByRole("link").map((link) => link.getAttribute("href"));
  expect(ways).toEqual(["/admin/bloodrequests", "/admin/bloodrequests", "/admin/blooddonors"]);
});

test("only what surges is shown", async () => {
  server.mockImplementation(async () => answer({ ...quiet, jumps: { bloodRequests: null, donors: 240 } }));
  renderPage(<Alarms />);
  await screen.findByText(/^240 donor registrations/);
  expect(screen.getAllByRole("listitem")).toHaveLength(1);
});

test("administrators without a second factor are counted, with the way to it", async () => {
  server.mockImplementation(async ({ url }) =>
    answer(url.endsWith("/dashboard") ? { adminsWithoutSecondFactor: 2 } : quiet),
  );
  renderPage(<Alarms />);
  expect(await screen.findByText("Administrators who log in with only a password: 2")).toBeDefined();
  expect(screen.getByRole("link").getAttribute("href")).toBe("/admin/twofactor");
});
