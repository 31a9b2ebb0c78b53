import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { beforeEach, expect, test, vi } from "vitest";
import { ComboBox } from "./combo-box";

const fruits = ["Apple", "Banana", "Blueberry"].map((label) => ({ id: label.toLowerCase(), label }));

beforeEach(() => {
  Element.prototype.scrollIntoView = vi.fn();
});

function Fruit({ first }: { first: string }) {
  const [value, setValue] = useState(first);
  return (
    <>
      <ComboBox
        label="Fruit"
        placeholder="Any"
        value={value}
        valueLabel={fruits.find(({ id }) => id === value)?.label ?? ""}
        onChange={setValue}
        suggest={(text) => fruits.filter(({ id }) => id.startsWith(text.trim().toLowerCase()))}
        showLabel="Show"
        clearLabel="Clear"
        emptyLabel="No such fruit"
      />
      <p>{value || "none"}</p>
    </>
  );
}

function show(first = "") {
  render(<Fruit first={first} />);
  return screen.getByRole<HTMLInputElement>("combobox", { name: "Fruit" });
}

const chosen = () => screen.getByText(/^(none|apple|banana|blueberry)$/).textContent;
const options = () => screen.queryAllByRole("option").map(({ textContent }) => textContent);

test("it suggests while one types, and a press chooses", async () => {
  const field = show();
  await userEvent.type(field, "b");
  expect(options()).toEqual(["Banana", "Blueberry"]);
  await userEvent.click(screen.getByRole("option", { name: "Blueberry" }));
  expect(chosen()).toBe("blueberry");
  expect(field.value).toBe("Blueberry");
  expect(options()).toEqual([]);
});

test("Enter takes the best suggestion, or the one that the arrows marked", async () => {
  const field = show();
  await userEvent.type(field, "b{Enter}");
  expect(chosen()).toBe("banana");
  await userEvent.clear(field);
  expect(chosen()).toBe("none");
  await userEvent.type(field, "b{ArrowDown}{ArrowDown}");
  const marked = screen.getByRole("option", { name: "Blueberry" });
  expect(field.getAttribute("aria-activedescendant")).toBe(marked.id);
  await userEvent.keyboard("{Enter}");
  expect(chosen()).toBe("blueberry");
});

test("ArrowDown opens the whole list, ArrowUp goes to its end, Escape leaves the choice", async () => {
  const field = show("apple");
  field.focus();
  await userEvent.keyboard("{ArrowDown}");
  expect(options()).toHaveLength(3);
  await userEvent.keyboard("{ArrowUp}");
  expect(field.getAttribute("aria-activedescendant")).toBe(
    screen.getByRole("option", { name: "Blueberry" }).id,
  );
  await userEvent.keyboard("{Escape}");
  expect(options()).toEqual([]);
  expect(chosen()).toBe("apple");
});

test("no match shows a message, and leaving the field restores the choice", async () => {
  const field = show("apple");
  await userEvent.clear(field);
  await userEvent.type(field, "zzz");
  expect(screen.getByRole("status").textContent).toBe("No such fruit");
  await userEvent.tab();
  expect(field.value).toBe("");
  expect(chosen()).toBe("none");
});

test("leaving the field selects a typed option, ignoring case and spaces", async () => {
  const field = show();
  await userEvent.type(field, " bANANA ");
  await userEvent.tab();
  expect(chosen()).toBe("banana");
  expect(field.value).toBe("Banana");
  await userEvent.clear(field);
  await userEvent.type(field, "blue");
  await userEvent.tab();
  expect(chosen()).toBe("none");
  expect(field.value).toBe("");
});

test("Escape leaves the choice although an option was typed", async () => {
  const field = show("apple");
  await userEvent.type(field, "{Control>}a{/Control}banana{Escape}");
  await userEvent.tab();
  expect(chosen()).toBe("apple");
});

test("the button clears the choice", async () => {
  const field = show("apple");
  await userEvent.click(screen.getByRole("button", { name: "Clear" }));
  expect(chosen()).toBe("none");
  expect(document.activeElement).toBe(field);
});
