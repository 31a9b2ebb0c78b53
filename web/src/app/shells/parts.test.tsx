import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { setLocale } from "../../messages/locale";
import { renderPage } from "../../testing/page";
import { LanguageSwitch, PageLink } from "./parts";

test.each([
  ["en", "മലയാളം", "ml"],
  ["ml", "English", "en"],
] as const)("a page in %s offers %s, by its own name and in its own language", (page, name, offered) => {
  setLocale(page);
  render(<LanguageSwitch />);
  expect(screen.getByRole("button", { name }).lang).toBe(offered);
  setLocale("en");
});

test("only the link to the open page says so", () => {
  renderPage(
    <>
      <PageLink to="/medicines">Medicines</PageLink>
      <PageLink to="/">Dashboard</PageLink>
      <PageLink to="/medicines?doctor=d1">For one</PageLink>
    </>,
    { at: "/medicines?q=asha" },
  );
  const current = screen.getAllByRole("link", { current: "page" });
  expect(current.map(({ textContent }) => textContent)).toEqual(["Medicines", "For one"]);
});
