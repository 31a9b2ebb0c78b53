import { describe, expect, test } from "vitest";
import { joinErrors } from "./join-page";

function form(values: Record<string, string>): FormData {
  const filled = new FormData();
  for (const [name, value] of Object.entries(values)) filled.set(name, value);
  return filled;
}

const mismatch = { confirm: "Password not match" };
const tooEarly = { endTime: "End time must be after start time." };

describe("a registration", () => {
  test.each([
    [{ password: "secret 12", confirm: "secret 12" }, {}],
    [{ password: "secret 12", confirm: "secret 13" }, mismatch],
    [{ Password: "secret 12", confirm: "secret 12" }, {}],
    [{ Password: "secret 12", confirm: "" }, mismatch],
    [{ startTime: "09:00", endTime: "17:30" }, {}],
    [{ startTime: "09:00", endTime: "09:00" }, {}],
    [{ startTime: "13:00", endTime: "09:15" }, tooEarly],
    [
      { startTime: "13:00", endTime: "09:15", password: "a", confirm: "b" },
      { ...tooEarly, ...mismatch },
    ],
  ])("with %o is refused with %o", (values, expected) => {
    expect(joinErrors(form(values as Record<string, string>))).toEqual(expected);
  });
});
