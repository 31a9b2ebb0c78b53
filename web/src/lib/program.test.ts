import { expect, test } from "vitest";
import { programNews, takesAnswer } from "./program";

const copy = (asOf: number) => new Headers({ "X-As-Of": `${asOf}` });

const answer = (date: number) =>
  new Headers({ "Cache-Control": "no-store", Date: new Date(date).toUTCString() });

test("copies are shown with their time until the server answers; then no older one is taken", () => {
  expect(takesAnswer("/a", copy(1_000))).toBe(true);
  expect(takesAnswer("/b", copy(2_000))).toBe(true);
  expect(programNews()?.copies.map(({ asOf }) => asOf)).toEqual([1_000, 2_000]);
  expect(takesAnswer("/a", answer(5_000))).toBe(true);
  expect(programNews()?.copies.map(({ asOf }) => asOf)).toEqual([2_000]);
  expect(takesAnswer("/a", copy(1_000))).toBe(false);
  expect(takesAnswer("/a", copy(5_000))).toBe(true);
});
