/** The arithmetic of the carousel. Six cards fill a desktop's width, so one sixth of it is one card. */
export interface ScrollState {
  scrollLeft: number;
  clientWidth: number;
  scrollWidth: number;
}

/** One sixth of the width; on a phone, where cards are wider than that, at least one card. */
export function carouselStep(carouselWidth: number, cardWidth: number): number {
  return Math.max(carouselWidth / 6, cardWidth);
}

/** Browsers round scroll positions, so a pixel short of the end is the end. */
export function carouselEnds({ scrollLeft, clientWidth, scrollWidth }: ScrollState) {
  return { atStart: scrollLeft <= 1, atEnd: scrollLeft + clientWidth >= scrollWidth - 1 };
}
