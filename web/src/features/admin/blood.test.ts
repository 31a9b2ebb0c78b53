import { expect, test } from "vitest";
import {
  canBeBlocked,
  canBeClosed,
  canBeExtended,
  canBeLookedAt,
  donorCount,
  heldReason,
  requestTabs,
} from "./blood";

test("the open requests come first, all of them last", () => {
  const ids = requestTabs().map(({ id }) => id);
  expect(ids).toEqual(["open", "matched", "fulfilled", "expired", "closed", "unconfirmed", "all"]);
});

test("many donors are grouped the Indian way", () => {
  expect(donorCount(1)).toBe("1 donor");
  expect(donorCount(200000)).toBe("2,00,000 donors");
});

test.each([
  ["Open", "waits", true],
  ["Open", "missed", true],
  ["Open", "done", false],
  ["Open", "not_needed", false],
  ["Closed", "missed", false],
])("a request that is %s and whose look is %s can be looked at: %s", (status, look, expected) => {
  expect(canBeLookedAt({ status, look })).toBe(expected);
});

test("why a request waits is said, also by a newer server", () => {
  expect(heldReason("beyond")).toBe("It goes beyond its district");
  expect(heldReason("donor_limit")).toContain("the number of donors it can ask in a day");
  expect(heldReason("moon")).toBe("moon");
});

test("an address can be blocked once it was confirmed, and only once", () => {
  expect(canBeBlocked({ blocked: false, confirmedAt: "2026-11-15T09:00:00+05:30" })).toBe(true);
  expect(canBeBlocked({ blocked: false, confirmedAt: null })).toBe(false);
  expect(canBeBlocked({ blocked: true, confirmedAt: "2026-11-15T09:00:00+05:30" })).toBe(false);
});

test.each([
  ["Unconfirmed", true, false],
  ["Open", true, true],
  ["Matched", true, true],
  ["Expired", false, true],
  ["Fulfilled", false, false],
  ["Closed", false, false],
])("a request that is %s: close %s, extend %s", (status, close, extend) => {
  expect(canBeClosed({ status })).toBe(close);
  expect(canBeExtended({ status, blocked: false })).toBe(extend);
  expect(canBeExtended({ status, blocked: true })).toBe(false);
});
