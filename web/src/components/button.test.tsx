import { fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { Button } from "./button";
import { IconButton } from "./icon-button";

const said = () => document.querySelector("[data-live-announcer][aria-live=polite]")?.textContent;

test("a button that waits keeps its name and the focus, refuses a press, and says that it waits", async () => {
  const onPress = vi.fn();
  const { rerender } = render(<Button onPress={onPress}>Confirm</Button>);
  expect(said()).toBe("");
  await userEvent.click(screen.getByRole("button", { name: "Confirm" }));
  rerender(
    <Button isPending onPress={onPress}>
      Confirm
    </Button>,
  );
  const button = screen.getByRole("button", { name: "Confirm" });
  expect(document.activeElement).toBe(button);
  expect([button.ariaBusy, button.getAttribute("aria-disabled")]).toEqual(["true", "true"]);
  expect(said()).toBe("Please wait…");
  await userEvent.click(button);
  expect(onPress).toHaveBeenCalledOnce();
});

test("so does a button that is an icon", async () => {
  const onPress = vi.fn();
  const { rerender } = render(
    <IconButton label="Remove" onPress={onPress}>
      x
    </IconButton>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Remove" }));
  rerender(
    <IconButton label="Remove" isPending onPress={onPress}>
      x
    </IconButton>,
  );
  const button = screen.getByRole("button", { name: "Remove" });
  expect(document.activeElement).toBe(button);
  expect(button.getAttribute("aria-disabled")).toBe("true");
  expect(said()).toBe("Please wait…");
  await userEvent.click(button);
  expect(onPress).toHaveBeenCalledOnce();
});

test("two taps within a frame are one press, and a later one is another", async () => {
  const onPress = vi.fn();
  render(<Button onPress={onPress}>Book</Button>);
  const button = screen.getByRole("button", { name: "Book" });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(onPress).toHaveBeenCalledOnce();
  await new Promise((resolve) => window.setTimeout(resolve, 20));
  fireEvent.click(button);
  expect(onPress).toHaveBeenCalledTimes(2);
});

test("two taps within a frame send a form once", () => {
  const onSubmit = vi.fn((event: Event) => event.preventDefault());
  render(
    <form onSubmit={(event) => onSubmit(event.nativeEvent)}>
      <Button type="submit">Send</Button>
    </form>,
  );
  const button = screen.getByRole("button", { name: "Send" });
  fireEvent.click(button);
  fireEvent.click(button);
  expect(onSubmit).toHaveBeenCalledOnce();
});
