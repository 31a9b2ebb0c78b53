import { expect, test } from "vitest";
import { strengthOf } from "./password-strength";

test.each([
  ["tea42", "weak"],
  ["12345678", "weak"],
  ["qwertyuiop", "weak"],
  ["aaaaaaaaaaaaaaaa", "weak"],
  ["abababababababab", "weak"],
  ["abcd1234", "weak"],
  ["monkey-7", "fair"],
  ["Kochi@84", "fair"],
  ["three boats at noon", "good"],
  ["മഴയും തോണിയും വള്ളവും", "good"],
])("%s is %s", (password, strength) => {
  expect(strengthOf(password)).toBe(strength);
});
