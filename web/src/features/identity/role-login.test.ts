import { expect, test } from "vitest";
import { loginRole, roleLogins } from "./role-login";

test.each([
  ["user", "/login"],
  ["doctor", "/forbusiness/doclogin"],
  ["pharmacy", "/forbusiness/doclogin"],
  ["admin", "/admin/login"],
  ["ADMIN", "/login"],
  [null, "/login"],
])("?role=%s leads back to %s", (text, login) => {
  expect(roleLogins[loginRole(text)].login).toBe(login);
});
