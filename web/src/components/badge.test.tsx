import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { StateBadge } from "./badge";

test("a state is said in words; one that this page does not know stays as it is written", () => {
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
