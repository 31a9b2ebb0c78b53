import { screen } from "@testing-library/react";
import { beforeEach, expect, test } from "vitest";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./message-link";

beforeEach(() => {
  server.mockImplementation(async () => answer({ page: "/visit#private" }));
});

const show = (at = "/v#Ab3dE6gH9k") => renderPage(<Page />, { at });

test("the code of a message becomes the page that it is about, and stands in no address that is sent", async () => {
  show();
  await expect.poll(() => window.location.pathname + window.location.hash).toBe("/visit#private");
  const [request] = server.mock.calls[0] ?? [];
  expect(request?.method).toBe("POST");
  expect(request?.headers.get("Authorization")).toBe("Bearer Ab3dE6gH9k");
  expect(request?.url).not.toContain("Ab3dE6gH9k");
});

test("a link that has ended or is cut leads to the own bookings", async () => {
  server.mockImplementation(async () => refused(410, "link_ended", "It has ended."));
  show();
  const link = await screen.findByRole("link", { name: "My bookings" });
  expect(link.getAttribute("href")).toBe("/user/bookings");
  expect(screen.getByText(/^This link has ended or is incomplete/)).toBeDefined();
});

test("a link without its code asks nothing", async () => {
  show("/v");
  expect(await screen.findByText(/^This link has ended or is incomplete/)).toBeDefined();
  expect(server.mock.calls).toHaveLength(0);
});
