import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Avatar, initials } from "./avatar";

test.each([
  ["Anjali Menon", "AM"],
  ["K. P. Ramesh Nair", "KN"],
  ["Suresh", "S"],
  ["അഞ്ജലി മേനോൻ", "അമ"],
  ["", ""],
])("the initials of %j are %j", (name, letters) => {
  expect(initials(name)).toBe(letters);
});

test("a photo that cannot be loaded becomes initials", () => {
  const { container } = render(<Avatar name="Anjali Menon" image="/photos/gone.webp" />);
  const photo = container.querySelector("img");
  if (!photo) throw new Error("no photo");
  fireEvent.error(photo);
  expect(screen.getByText("AM")).toBeDefined();
});
