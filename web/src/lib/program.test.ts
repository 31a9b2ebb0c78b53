import { expect, test } from "vitest";
import { programNews, takesAnswer } from "./program";

const copy = (asOf: number) => new Headers({ "X-As-Of": `${asOf}` });

test("copies are shown with their time until the server answers; then none is taken", () => {
  expect(takesAnswer("/a", copy(1_000))).toBe(true);
  expect(takesAnswer("/b", copy(2_000))).toBe(true);
  expect(programNews()?.copies.map(({ asOf }) => asOf)).toEqual([1_000, 2_000]);
  expect(takesAnswer("/a", new Headers())).toBe(true);
  expect(programNews()?.copies.map(({ asOf }) => asOf)).toEqual([2_000]);
  expect(takesAnswer("/a", copy(1_000))).toBe(false);
});
