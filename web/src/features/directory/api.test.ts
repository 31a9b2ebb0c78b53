import { expect, test } from "vitest";
import { exampleDoctor } from "../../testing/doctor";
import { shownOnce } from "./api";

function page(...ids: string[]) {
  const data = ids.map((_id) => ({ ...exampleDoctor, _id }));
  return { message: "", data, total: 4, next: null, cut: false };
}

test("a doctor whose first free slot moved between two pages is shown once, where they came first", () => {
  const found = { pages: [page("a", "b"), page("b", "c"), page("a", "d")], pageParams: ["", "1", "2"] };
  const shown = shownOnce(found);
  expect(shown.pages.map(({ data }) => data.map(({ _id }) => _id))).toEqual([["a", "b"], ["c"], ["d"]]);
  expect(shown.pageParams).toBe(found.pageParams);
  expect(shown.pages.map(({ total }) => total)).toEqual([4, 4, 4]);
});
