import { useIsFetching } from "@tanstack/react-query";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { answer, renderPage, server } from "../../testing/page";
import { PhoneOffer } from "./phone-offer";

test("the line about consultations by phone has the lowest fee on offer, and leads to its doctors", async () => {
  server.mockImplementation(async () => answer({ lowestFee: 249 }));
  renderPage(<PhoneOffer />);
  const name = "Private consultation + Audio call · Starts at just ₹249";
  expect((await screen.findByRole("link", { name })).getAttribute("href")).toBe("/viewdoctors?mode=phone");
});

function Settled() {
  return useIsFetching() === 0 && <p>Settled</p>;
}

test.each([
  ["no doctor offers one", () => answer({ lowestFee: null })],
  ["the question fails", () => Response.error()],
])("there is no such line if %s", async (_, said) => {
  server.mockImplementation(async () => said());
  renderPage(
    <>
      <PhoneOffer />
      <Settled />
    </>,
  );
  await waitFor(() => expect(server).toHaveBeenCalled());
  await screen.findByText("Settled");
  expect(screen.queryByText(/Audio call/)).toBeNull();
});
