import { expect, test, vi } from "vitest";
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

test("a page from a copy is current when one of its calls reaches the server, even one that was a copy as well", async () => {
  vi.resetModules();
  document.documentElement.dataset.copy = "500";
  const program = await import("./program");
  program.takesAnswer("/a", copy(1_000));
  expect(program.programNews()?.copies.map(({ asOf }) => asOf)).toEqual([500, 1_000]);
  program.takesAnswer("/a", answer(5_000));
  expect(program.programNews()?.copies).toEqual([]);
  delete document.documentElement.dataset.copy;
});
