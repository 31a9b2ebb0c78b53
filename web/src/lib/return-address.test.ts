import { expect, test } from "vitest";
import { returnAddress } from "./return-address";

test.each([
  [{ from: "/admin/userlist?page=2" }, "/admin/userlist?page=2"],
  [{ from: "/user/bookings" }, undefined],
  [{ from: 7 }, undefined],
  [null, undefined],
])("after %j the admin goes to %j", (state, address) => {
  expect(returnAddress(state, "/admin/")?.to).toBe(address);
});

test.each([
  [{ from: "/viewdoctors?value=ENT&doctor=d1" }, "/viewdoctors?value=ENT&doctor=d1"],
  [{ from: "//elsewhere.example" }, undefined],
  [{ from: "https://elsewhere.example" }, undefined],
])("after %j a user goes to %j", (state, address) => {
  expect(returnAddress(state, "/")?.to).toBe(address);
});

test("what the page was handed comes back with it", () => {
  const slot = { doctor: "d1", time: "09:15" };
  expect(returnAddress({ from: "/doctor/appointment", fromState: slot }, "/")).toEqual({
    to: "/doctor/appointment",
    state: slot,
  });
});
