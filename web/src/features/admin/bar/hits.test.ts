import { expect, test } from "vitest";
import { addressOf, type Found, hitsByKind, type Kind } from "./search";

const nothing: Found = { users: [], doctors: [], hospitals: [], pharmacies: [], donors: [], bookings: [] };
const hit = (id: string) => ({ _id: id, title: `Asha ${id}`, detail: "" });

test("only what was found is listed, in the order of the kinds, counted through", () => {
  const found = { ...nothing, bookings: [hit("b1")], users: [hit("u1"), hit("u2")], donors: [hit("n1")] };
  expect(hitsByKind(found).map(({ kind, from, hits }) => [kind, from, hits.length])).toEqual([
    ["users", 0, 2],
    ["donors", 2, 1],
    ["bookings", 3, 1],
  ]);
  expect(hitsByKind(undefined)).toEqual([]);
});

test.each<[Kind, string]>([
  ["users", "/admin/userlist?user=1#q=Asha+1"],
  ["doctors", "/admin/doctorlist?doctor=1#q=Asha+1"],
  ["hospitals", "/admin/home/workerslist?category=Hospital&hospital=1#q=1"],
  ["pharmacies", "/admin/home/workerslist?category=Pharmacy&hospital=1#q=1"],
  ["donors", "/admin/blooddonors#q=Asha+1"],
  ["bookings", "/admin/home/orderslist?booking=1#q=1"],
])("one of the %s is looked at in %s", (kind, address) => {
  expect(addressOf[kind](hit("1"))).toBe(address);
});
