import { screen } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import { renderPage } from "../../../testing/page";
import { Page } from "./privacy";

const meta = document.createElement("meta");

afterEach(() => meta.remove());

test("without settings the operator answers grievances, and no version is told", () => {
  renderPage(<Page title="Privacy" />);
  expect(screen.getByText(/organisation that runs this website handles/)).toBeTruthy();
  expect(screen.queryByText(/^Version/)).toBeNull();
});

test("the version and the grievance officer are those of the settings", () => {
  meta.name = "notices";
  Object.assign(meta.dataset, {
    privacy: "2026-11",
    terms: "1",
    officer: "Anitha",
    email: "g@example.org",
    phone: "0484 2345678",
  });
  document.head.append(meta);
  renderPage(<Page title="Privacy" />);
  expect(screen.getByText("Version 2026-11")).toBeTruthy();
  expect(screen.getByText(/^Anitha handles complaints/)).toBeTruthy();
  expect(screen.getByText("g@example.org, 0484 2345678")).toBeTruthy();
});

test.each([
  ["1095", /3 years after the visit/],
  ["365", /one year after the visit/],
  ["400", /400 days after the visit/],
])("the period of %s days is that of the settings", (retention, text) => {
  meta.name = "notices";
  meta.dataset.retention = retention;
  document.head.append(meta);
  renderPage(<Page title="Privacy" />);
  expect(screen.getByText(text)).toBeTruthy();
});
