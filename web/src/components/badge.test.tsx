import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { StateBadge } from "./badge";

test("a state has a label; an unknown one is shown unchanged", () => {
  const states = { resting: { tone: "pending", label: () => "Resting" } } as const;
  render(
    <>
      <StateBadge states={states} state="resting" />
      <StateBadge states={states} state="abroad" />
    </>,
  );
  expect(screen.getByText("Resting")).toBeDefined();
  expect(screen.getByText("abroad")).toBeDefined();
});
