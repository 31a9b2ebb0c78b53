import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Button } from "./button";
import { Form } from "./form";
import { NativeSelect } from "./native-select";
import { RadioGroup } from "./radio-group";
import { TextField } from "./text-field";

const submit = vi.fn();

function Fields({ errors = {}, isLong = true }: { errors?: Record<string, string>; isLong?: boolean }) {
  return (
    <Form errors={errors} isLong={isLong} onSubmit={(form) => submit(Object.fromEntries(form))}>
      <TextField label="Full name" name="name" isRequired />
      <RadioGroup
        label="Gender"
        name="gender"
        choices={[
          { id: "Male", label: "Male" },
          { id: "Female", label: "Female" },
        ]}
      />
      <NativeSelect
        label="State"
        name="state"
        placeholder="Please choose"
        options={[]}
        value=""
        onChange={() => undefined}
        isRequired
      />
      <Button type="submit">Send</Button>
    </Form>
  );
}

const press = () => userEvent.click(screen.getByRole("button", { name: "Send" }));
const links = () => within(screen.getByRole("alert")).getAllByRole("link");

test("a long form names all that is missing, on top and at the fields, and leads there", async () => {
  render(<Fields />);
  await press();
  expect(document.activeElement).toBe(screen.getByRole("alert"));
  const texts = ["Please fill in: Full name.", "Please fill in: Gender.", "Please fill in: State."];
  expect(links().map(({ textContent }) => textContent)).toEqual(texts);
  for (const text of texts) expect(screen.getAllByText(text).length).toBeGreaterThan(1);
  for (const [place, field] of [
    screen.getByLabelText("Full name"),
    screen.getByLabelText("Male"),
    screen.getByLabelText("State"),
  ].entries()) {
    await userEvent.click(links()[place] as HTMLElement);
    expect(document.activeElement).toBe(field);
  }
  expect(submit).not.toHaveBeenCalled();
});

test("a short form leads to the first field that is missing", async () => {
  render(<Fields isLong={false} />);
  await press();
  expect(screen.queryByRole("alert")).toBeNull();
  expect(document.activeElement).toBe(screen.getByLabelText("Full name"));
});

test("a server error gets the focus, is shown at its field, and is cleared by a correction", async () => {
  const { rerender } = render(<Fields />);
  rerender(<Fields errors={{ gender: "Choose one of the two" }} />);
  expect(document.activeElement).toBe(screen.getByRole("alert"));
  expect(screen.getAllByText("Choose one of the two")).toHaveLength(2);
  expect(screen.getByLabelText("Male").getAttribute("aria-invalid")).toBe("true");
  await userEvent.click(screen.getByLabelText("Female"));
  expect(screen.getByLabelText("Male").getAttribute("aria-invalid")).toBe("false");
});
