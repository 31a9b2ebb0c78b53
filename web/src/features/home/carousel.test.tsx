import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { setLocale } from "../../messages/locale";
import { renderPage } from "../../testing/page";
import { carouselEnds, carouselStep, SpecialityCarousel } from "./pages/home";

function show() {
  renderPage(<SpecialityCarousel />);
  const list = screen.getByRole("list");
  vi.spyOn(list, "clientWidth", "get").mockReturnValue(1200);
  list.scrollBy = vi.fn();
  return list;
}

test("each arrow scrolls by one sixth of the carousel's width", async () => {
  const list = show();
  await userEvent.click(screen.getByRole("button", { name: "More specialities" }));
  await userEvent.click(screen.getByRole("button", { name: "Previous specialities" }));
  expect(list.scrollBy).toHaveBeenNthCalledWith(1, { left: 200 });
  expect(list.scrollBy).toHaveBeenNthCalledWith(2, { left: -200 });
});

test("a card's picture leads to the categories and Book now to the doctors of the speciality", () => {
  show();
  expect(screen.getByRole("link", { name: "Book now: Stomach & digestion" }).getAttribute("href")).toBe(
    "/viewdoctors?value=Stomach%20%26%20digestion",
  );
  expect(screen.getByRole("link", { name: "Cardiology: see all specialities" }).getAttribute("href")).toBe(
    "/category",
  );
});

test("in Malayalam a card shows its Malayalam name and links by the English title", () => {
  setLocale("ml");
  show();
  const link = screen.getByRole("link", { name: /ബുക്ക് ചെയ്യാം: ഹൃദ്രോഗം/ });
  expect(link.getAttribute("href")).toBe("/viewdoctors?value=Cardiology");
  setLocale("en");
});

test.each([
  { name: "a desktop: one sixth, which is one card", width: 1152, card: 192, step: 192 },
  { name: "a phone: one whole card", width: 374, card: 165, step: 165 },
  { name: "cards narrower than a sixth: still one sixth", width: 1200, card: 100, step: 200 },
])("an arrow scrolls on $name", ({ width, card, step }) => {
  expect(carouselStep(width, card)).toBe(step);
});

test.each([
  { scrollLeft: 0, atStart: true, atEnd: false },
  { scrollLeft: 400, atStart: false, atEnd: false },
  { scrollLeft: 1999.4, atStart: false, atEnd: true },
])("at $scrollLeft of 2000 the ends are $atStart and $atEnd", ({ scrollLeft, atStart, atEnd }) => {
  expect(carouselEnds({ scrollLeft, clientWidth: 1000, scrollWidth: 3000 })).toEqual({ atStart, atEnd });
});
