import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { overwriteGetLocale } from "../../paraglide/runtime";
import { renderPage } from "../../testing/page";
import { LanguageSwitch, PageLink } from "./parts";

test.each([
  ["en", "മലയാളം", "ml"],
  ["ml", "English", "en"],
] as const)("a page in %s offers %s, by its own name and in its own language", (page, name, offered) => {
  overwriteGetLocale(() => page);
  render(<LanguageSwitch />);
  expect(screen.getByRole("button", { name }).lang).toBe(offered);
  overwriteGetLocale(() => "en");
});

test("only the link to the open page says so", () => {
  renderPage(
    <>
      <PageLink to="/medicines">Medicines</PageLink>
      <PageLink to="/">Dashboard</PageLink>
    </>,
    { at: "/medicines?q=asha" },
  );
  expect(screen.getByRole("link", { current: "page" }).textContent).toBe("Medicines");
});
