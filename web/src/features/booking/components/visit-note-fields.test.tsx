import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { expect, test } from "vitest";
import { VisitNote as ShownNote } from "../../../components/visit";
import { type VisitNote, VisitNoteFields } from "./visit-note-fields";

let entered: VisitNote;

function Fields() {
  const [note, setNote] = useState<VisitNote>({});
  entered = note;
  return <VisitNoteFields note={note} onChange={setNote} />;
}

test("both can be left out; a choice and a line are kept together", async () => {
  render(<Fields />);
  expect(entered).toEqual({});
  for (const field of [...screen.getAllByRole<HTMLInputElement>("radio"), screen.getByRole("textbox")])
    expect(field.hasAttribute("required")).toBe(false);
  await userEvent.click(screen.getByRole("radio", { name: "Review" }));
  await userEvent.type(screen.getByLabelText("Reason for the visit (optional)"), "Cough");
  expect(entered).toEqual({ visitType: "review", visitReason: "Cough" });
  await userEvent.click(screen.getByRole("radio", { name: "First visit" }));
  expect(entered).toEqual({ visitType: "first", visitReason: "Cough" });
});

test("the line is as long as the server takes it", async () => {
  render(<Fields />);
  await userEvent.type(screen.getByRole("textbox"), "a".repeat(120));
  expect(entered.visitReason).toHaveLength(100);
});

test.each([
  [{ visitType: "first", visitReason: "Cough" }, "First visit · Cough"],
  [{ visitType: "review", visitReason: null }, "Review"],
  [{ visitType: null, visitReason: "Cough" }, "Cough"],
  [{ visitType: "something new", visitReason: undefined }, ""],
])("the note is shown without what is missing", (note, text) => {
  const { container } = render(<ShownNote {...note} />);
  expect(container.textContent).toBe(text);
});
