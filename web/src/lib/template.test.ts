import { expect, test } from "vitest";
import { oneOf, optional, repeated, view, word } from "./template";

/** Marks as they are easier to read. */
const readable = (text: string) =>
  text.replaceAll("\ue000", "*").replaceAll("\ue001", "[").replaceAll("\ue002", "]");

test("the only item of a repeated list is drawn between marks, whatever it is filtered by", () => {
  const list = repeated("people", { name: word("name") });
  expect(list.length).toBe(1);
  const drawn = list.filter(() => false).map(({ name }) => `Dr. ${name}`);
  expect(readable(drawn.join(""))).toBe("[people[Dr. *name*]");
});

test("one of several texts has a part for each", () => {
  expect(readable(oneOf("years", { 1: "one year", n: `${word("years")} years` }))).toBe(
    "[years=1[one year][years=n[*years* years]",
  );
});

test.each([
  [null, []],
  [undefined, []],
  [false, []],
  ["", [""]],
  [0, [0]],
])("%j as a list is %j", (value, list) => {
  expect(optional(value)).toEqual(list);
});

test("a view is computed, except while it is filled with placeholders", () => {
  const greeting = view((name: string) => ({ text: `Hello ${name}` }));
  greeting.fill({ text: word("text") });
  expect(readable(greeting("Asha").text)).toBe("*text*");
  greeting.fill(undefined);
  expect(greeting("Asha")).toEqual({ text: "Hello Asha" });
});
