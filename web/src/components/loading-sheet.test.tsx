import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { LoadingSheet } from "./loading-sheet";

let pressed = 0;

function Page() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        onClick={() => {
          pressed += 1;
          setOpen(true);
        }}
      >
        Book
      </button>
      {isOpen && <LoadingSheet title="Schedule Appointment" onClose={() => setOpen(false)} />}
    </>
  );
}

test("it opens at once, is closed by Escape, its cross or the page below, and gives the focus back", async () => {
  render(<Page />);
  const book = screen.getByRole("button", { name: "Book" });
  const sheet = () => screen.queryByRole("dialog", { name: "Schedule Appointment" });
  await userEvent.click(book);
  expect(sheet()?.textContent).toContain("Loading");
  const cross = screen.getByRole("button", { name: "Close" });
  expect(document.activeElement).toBe(cross);
  await userEvent.keyboard("{Tab}");
  expect(document.activeElement).toBe(cross);
  await userEvent.keyboard("{Enter}");
  expect(sheet()).toBeNull();
  expect(document.activeElement).toBe(book);
  await userEvent.click(book);
  await userEvent.keyboard("{Escape}");
  expect(sheet()).toBeNull();
  await userEvent.click(book);
  await userEvent.click(sheet()?.parentElement ?? book);
  expect(sheet()).toBeNull();
  expect(pressed).toBe(3);
});
