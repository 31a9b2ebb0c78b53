import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { ActionDialog } from "./action-dialog";

function ask(isReasonOptional: boolean) {
  const onSubmit = vi.fn();
  render(
    <ActionDialog
      title="Block Asha?"
      text="They are logged out."
      reasonHint="It is kept."
      isReasonOptional={isReasonOptional}
      yes="Block"
      tone="blood"
      isPending={false}
      errors={{}}
      onSubmit={onSubmit}
      onClose={() => undefined}
    />,
  );
  return onSubmit;
}

const yes = () => userEvent.click(screen.getByRole("button", { name: "Block" }));

test("without a reason nothing is done, and the field says so", async () => {
  const onSubmit = ask(false);
  await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "   ");
  await yes();
  expect(onSubmit).not.toHaveBeenCalled();
  expect(screen.getAllByText("Please fill in: Reason.").length).toBeGreaterThan(0);
  await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "Never comes ");
  await yes();
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith("Never comes", expect.any(FormData));
});

test("where a reason is optional, none is needed", async () => {
  const onSubmit = ask(true);
  await yes();
  expect(onSubmit).toHaveBeenCalledExactlyOnceWith("", expect.any(FormData));
});

test("additional fields are passed with the form", async () => {
  const onSubmit = vi.fn((_: string, form: FormData) => form.get("password"));
  render(
    <ActionDialog title="Add?" text="" yes="Add" tone="brand" onSubmit={onSubmit} onClose={() => undefined}>
      <input aria-label="Password" name="password" />
    </ActionDialog>,
  );
  await userEvent.type(screen.getByRole("textbox", { name: "Password" }), "secret");
  await userEvent.click(screen.getByRole("button", { name: "Add" }));
  expect(onSubmit).toHaveReturnedWith("secret");
});
