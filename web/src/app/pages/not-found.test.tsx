import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { renderPage } from "../../testing/page";
import { Page } from "./not-found";

test.each([
  ["full", ["/", "/category"]],
  ["admin", ["/admin/home/dashboard"]],
])("in the frame %s the way on is %j", (shell, ways) => {
  renderPage(<Page title="Page not found" shell={shell} />);
  expect(screen.getByRole("heading", { level: 1, name: "Page not found" })).toBeDefined();
  expect(screen.getAllByRole("link").map((link) => link.getAttribute("href"))).toEqual(ways);
});
