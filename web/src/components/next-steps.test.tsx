import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { renderPage } from "../testing/page";
import { NextSteps } from "./next-steps";

const steps = <NextSteps param="applied" title="Your application is received" steps={["Open the link."]} />;

test("the next steps stay on top until they are closed", async () => {
  renderPage(steps, { at: "/forbusiness?applied=1" });
  expect(screen.getByRole("region", { name: "Your application is received" })).toBeDefined();
  expect(document.activeElement?.textContent).toBe("Your application is received");
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByText("Open the link.")).toBeNull();
  expect(window.location.search).toBe("");
});

test("without the parameter there is nothing", () => {
  renderPage(steps, { at: "/forbusiness" });
  expect(screen.queryByText("Open the link.")).toBeNull();
});
