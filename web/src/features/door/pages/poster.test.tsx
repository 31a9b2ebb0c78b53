import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { getLocale } from "../../../messages/locale";
import { answer, renderPage, server } from "../../../testing/page";
import type { Poster } from "../api";
import { Page } from "./poster";

const poster: Poster = {
  door: {
    _id: "h1",
    hospital: true,
    name: "Malabar Hospital",
    nameMl: "മലബാർ ആശുപത്രി",
    address: "Beach Road",
    addressMl: null,
    doctors: [],
  },
  link: "https://care.example/door/h1",
  size: 29,
  path: "M4 4h1v1h-1z",
};

test("the poster is in both languages, with the QR code and its address, and can be printed", async () => {
  server.mockImplementation(async () => answer(poster));
  const print = vi.fn();
  vi.stubGlobal("print", print);
  renderPage(<Page />, { at: "/door/h1/poster", path: "/door/:place/poster" });
  expect(await screen.findByRole("img", { name: /QR code/ })).toBeDefined();
  expect(screen.getByText("Malabar Hospital")).toBeDefined();
  expect(screen.getByText("മലബാർ ആശുപത്രി")).toBeDefined();
  const headings = screen.getAllByRole("heading", { level: 2 }).map((one) => one.textContent);
  expect(headings).toEqual(["Are you here? Tell us with your phone", "എത്തിയോ? ഫോണിൽ അറിയിക്കൂ"]);
  expect(screen.getByText("https://care.example/door/h1")).toBeDefined();
  expect(getLocale()).toBe("en");
  await userEvent.click(screen.getByRole("button", { name: "Print" }));
  expect(print).toHaveBeenCalledOnce();
  vi.unstubAllGlobals();
});
