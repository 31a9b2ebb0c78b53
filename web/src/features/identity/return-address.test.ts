import { expect, test } from "vitest";
import { returnAddress } from "./return-address";

test.each([
  [{ from: "/admin/userlist?page=2" }, "/admin/userlist?page=2"],
  [{ from: "/user/bookings" }, undefined],
  [{ from: 7 }, undefined],
  [null, undefined],
])("after %j the admin goes to %j", (state, address) => {
  expect(returnAddress(state, "/admin/")).toBe(address);
});
