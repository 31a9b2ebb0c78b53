import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { takeToasts } from "../lib/toasts";
import { ShareButton } from "./share-button";

afterEach(() => {
  takeToasts();
  vi.unstubAllGlobals();
});

/** Not user-event, which mocks the clipboard. */
async function press(browser: object) {
  render(<ShareButton className="" />);
  vi.stubGlobal("navigator", browser);
  fireEvent.click(screen.getByRole("button", { name: "Share Doc Care" }));
  await Promise.resolve();
}

test("a phone opens its own share sheet", async () => {
  const share = vi.fn(async () => undefined);
  await press({ share });
  expect(share).toHaveBeenCalledWith(expect.objectContaining({ url: "http://localhost:3000" }));
  expect(takeToasts()).toEqual([]);
});

test("a desktop copies the address and says so", async () => {
  const writeText = vi.fn(async () => undefined);
  await press({ clipboard: { writeText } });
  expect(writeText).toHaveBeenCalledWith("http://localhost:3000");
  expect(takeToasts()).toEqual([{ tone: "good", text: "Link copied." }]);
});

test("without a clipboard the address itself is shown", async () => {
  await press({});
  expect(takeToasts()).toEqual([{ tone: "good", text: "http://localhost:3000" }]);
});

test("a clipboard that is refused leaves the address to be read", async () => {
  await press({ clipboard: { writeText: () => Promise.reject(new Error("not in front")) } });
  await Promise.resolve();
  expect(takeToasts()).toEqual([{ tone: "good", text: "http://localhost:3000" }]);
});

test("a page can be shared instead", async () => {
  const writeText = vi.fn(async () => undefined);
  render(
    <ShareButton className="" what={{ path: "/doctors/d1", title: "Dr. Asha", text: "" }}>
      Share Dr. Asha
    </ShareButton>,
  );
  vi.stubGlobal("navigator", { clipboard: { writeText } });
  fireEvent.click(screen.getByRole("button", { name: "Share Dr. Asha" }));
  await Promise.resolve();
  expect(writeText).toHaveBeenCalledWith("http://localhost:3000/doctors/d1");
});
