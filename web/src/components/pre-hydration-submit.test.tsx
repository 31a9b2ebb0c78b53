import { act, screen } from "@testing-library/react";
import { hydrateRoot } from "react-dom/client";
import { renderToString } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import { Button } from "./button";
import { Form } from "./form";
import { TextField } from "./text-field";

const submit = vi.fn();
const none: Record<string, string> = {};

function Login() {
  return (
    <Form isLong errors={none} onSubmit={(form) => submit(Object.fromEntries(form))}>
      <TextField label="Name" name="name" isRequired />
      <Button type="submit">Login</Button>
    </Form>
  );
}

/** The prerendered page, with the inline script's effects of a press. */
function pressedEarly(name: string): HTMLElement {
  const container = document.createElement("div");
  document.body.replaceChildren(container);
  container.innerHTML = renderToString(<Login />);
  screen.getByLabelText<HTMLInputElement>("Name").value = name;
  screen.getByRole("button").dataset.pressed = "";
  return container;
}

beforeEach(() => submit.mockReset());

test("a form submitted before hydration is sent once, with its input", async () => {
  const container = pressedEarly("Asha");
  expect(container.querySelector("form")?.method).toBe("post");
  expect(container.querySelector("form [data-pre-hydration]")).not.toBeNull();
  await act(async () => hydrateRoot(container, <Login />));
  expect(submit.mock.calls).toEqual([[{ name: "Asha" }]]);
  expect(container.querySelector("[data-pre-hydration], [data-pressed]")).toBeNull();
});

test("missing fields are reported at once", async () => {
  const container = pressedEarly("");
  await act(async () => hydrateRoot(container, <Login />));
  expect(submit).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(screen.getByRole("alert"));
});
