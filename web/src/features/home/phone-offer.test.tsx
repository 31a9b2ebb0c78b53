import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { answer, renderPage, server } from "../../testing/page";
import { PhoneOffer } from "./phone-offer";

test("the line about consultations by phone has the lowest fee on offer", async () => {
  server.mockImplementation(async () => answer({ lowestFee: 249 }));
  renderPage(<PhoneOffer />);
  expect(await screen.findByText("Private consultation + Audio call · Starts at just ₹249")).toBeDefined();
});

test("where nobody offers one, or nothing is known, there is no such line", async () => {
  server.mockImplementation(async () => answer({ lowestFee: null }));
  const shown = renderPage(<PhoneOffer />);
  await waitFor(() => expect(server).toHaveBeenCalledOnce());
  expect(screen.queryByText(/Audio call/)).toBeNull();
  shown.unmount();
  server.mockImplementation(async () => Response.error());
  renderPage(<PhoneOffer />);
  await waitFor(() => expect(server.mock.calls.length).toBeGreaterThan(1));
  expect(screen.queryByText(/Audio call/)).toBeNull();
});
