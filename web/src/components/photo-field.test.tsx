import { render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { PhotoField } from "./photo-field";

beforeEach(() => {
  vi.stubGlobal(
    "URL",
    Object.assign(URL, { createObjectURL: () => "blob:preview", revokeObjectURL: vi.fn() }),
  );
});
afterEach(() => vi.unstubAllGlobals());

const photo = () => new File(["x"], "me.jpg", { type: "image/jpeg" });
const field = () => screen.getByLabelText<HTMLInputElement>("Photo");

test("a chosen photo is seen, named, and can be taken out again", async () => {
  const changed = vi.fn();
  render(<PhotoField label="Photo" name="image" onChange={changed} />);
  await userEvent.upload(field(), photo());
  expect(screen.getByRole("img").getAttribute("src")).toBe("blob:preview");
  expect(screen.getByText("me.jpg")).toBeDefined();
  expect(changed).toHaveBeenLastCalledWith(field().files?.[0]);
  await userEvent.click(screen.getByRole("button", { name: "Remove this photo" }));
  expect(screen.queryByRole("img")).toBeNull();
  expect(field().files).toHaveLength(0);
  expect(changed).toHaveBeenLastCalledWith(undefined);
});

test("the stored photo is shown until another is chosen", async () => {
  render(<PhotoField label="Photo" name="image" saved="/photos/1" />);
  expect(screen.getByRole("img").getAttribute("src")).toBe("/photos/1");
  await userEvent.upload(field(), photo());
  expect(screen.getByRole("img").getAttribute("src")).toBe("blob:preview");
});

test("a required photo that is missing says so, until one is chosen", async () => {
  render(
    <form>
      <PhotoField label="Photo" name="image" isRequired />
      <button type="submit">Send</button>
    </form>,
  );
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  expect(screen.getByText("Please fill in: Photo.")).toBeDefined();
  expect(field().getAttribute("aria-invalid")).toBe("true");
  await userEvent.upload(field(), photo());
  expect(screen.queryByText("Please fill in: Photo.")).toBeNull();
});
