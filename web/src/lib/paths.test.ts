import { expect, test } from "vitest";
import { doctorsOf } from "./paths";

test.each([
  ["Cardiology", "/viewdoctors?value=Cardiology"],
  ["General medicine", "/viewdoctors?value=General%20medicine"],
  ["Stomach & digestion", "/viewdoctors?value=Stomach%20%26%20digestion"],
])("the doctors of %s are at %s", (title, address) => {
  expect(doctorsOf(title)).toBe(address);
});
