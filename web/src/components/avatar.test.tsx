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

test.each([
  ["normal", "4rem"],
  ["large", "(min-width: 40rem) 7rem, 6rem"],
] as const)("the browser chooses the file for a %s photo by the pixels that it shows", (size, width) => {
  const { container } = render(<Avatar name="Asha" image="/photos/ab12-320.webp" size={size} />);
  const photo = container.querySelector("img");
  expect(photo?.srcset).toBe("/photos/ab12-96.webp 96w, /photos/ab12-320.webp 320w");
  expect(photo?.sizes).toBe(width);
});

test("a photo that is not the server's has one size", () => {
  const { container } = render(<Avatar name="Asha" image="blob:chosen" />);
  expect(container.querySelector("img")?.srcset).toBe("");
});
