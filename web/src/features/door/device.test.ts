import { afterEach, expect, test } from "vitest";
import { doorDevice } from "./device";

afterEach(() => window.localStorage.clear());

test("a phone keeps its name", () => {
  const name = doorDevice();
  expect(name).toMatch(/^[0-9a-f]{32}$/);
  expect(doorDevice()).toBe(name);
  expect(window.localStorage.getItem("doorDevice")).toBe(name);
});
