import { expect, test } from "vitest";
import { Refused, refusal } from "./problem";

test("a problem document becomes its message and its fields", () => {
  const error = refusal({
    type: "about:blank",
    title: "Unprocessable",
    status: 422,
    code: "invalid_fields",
    message: "Please check the form.",
    errors: [{ field: "email", message: "This is not an e-mail address." }],
  });
  expect(error).toBeInstanceOf(Refused);
  expect(error).toMatchObject({
    code: "invalid_fields",
    message: "Please check the form.",
    fields: { email: "This is not an e-mail address." },
  });
});

test.each([undefined, "<html>", { message: "no code" }])("%j is no problem document", (body) => {
  expect(refusal(body)).not.toBeInstanceOf(Refused);
});
