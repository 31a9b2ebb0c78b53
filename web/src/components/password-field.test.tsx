import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test } from "vitest";
import { PasswordField } from "./password-field";

test.each(["current-password", "new-password"] as const)(
  "password managers know a %s, and what is pasted stays as it is",
  async (autoComplete) => {
    render(<PasswordField label="Password" name="password" autoComplete={autoComplete} />);
    const field = screen.getByLabelText<HTMLInputElement>("Password");
    expect([field.type, field.autocomplete, field.maxLength]).toEqual(["password", autoComplete, -1]);
    await userEvent.click(field);
    await userEvent.paste("  Tea Boat 42 ആശ  ");
    expect(field.value).toBe("  Tea Boat 42 ആശ  ");
  },
);
