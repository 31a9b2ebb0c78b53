import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { SheetComing } from "./sheet-coming";

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
      {isOpen && <SheetComing title="Schedule Appointment" onClose={() => setOpen(false)} />}
    </>
  );
}

test("it opens at once, keeps the focus for the sheet to come, and acts on nothing but Escape and its cross", async () => {
  render(<Page />);
  const book = screen.getByRole("button", { name: "Book" });
  await userEvent.click(book);
  expect(screen.getByRole("dialog", { name: "Schedule Appointment" }).textContent).toContain("Loading");
  await userEvent.keyboard("{Enter}{Tab}");
  expect(document.activeElement).toBe(book);
  expect(pressed).toBe(1);
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  await userEvent.click(book);
  await userEvent.click(screen.getByRole("button", { name: "Close" }));
  expect(screen.queryByRole("dialog")).toBeNull();
});
