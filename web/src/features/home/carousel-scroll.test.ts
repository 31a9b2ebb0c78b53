import { expect, test } from "vitest";
import { carouselEnds, carouselStep } from "./carousel-scroll";

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
