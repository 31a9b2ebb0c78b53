import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { memo } from "react";
import { BrowserRouter, Link, useLocation, useSearchParams } from "react-router";
import { expect, test } from "vitest";
import { passBy, usePanelAddress } from "./panel-address";

let drawn = 0;

const Card = memo(({ open }: { open: (value: string) => void }) => {
  drawn += 1;
  return (
    <button type="button" onClick={() => open("d1")}>
      Book
    </button>
  );
});

function List() {
  const { id, open, close } = usePanelAddress("doctor");
  const [, setParams] = useSearchParams();
  return (
    <>
      <Card open={open} />
      <button type="button" onClick={close}>
        Close
      </button>
      <button type="button" onClick={() => setParams({ q: "asha" })}>
        Filter
      </button>
      {id && <p>Picker</p>}
      <p data-testid="address">{useLocation().search}</p>
    </>
  );
}

test("opening a panel and filtering draw no card again, and a card opens at the address of that moment", async () => {
  window.localStorage.setItem("userToken", "t");
  render(
    <BrowserRouter>
      <List />
    </BrowserRouter>,
  );
  const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
  const address = () => screen.getByTestId("address").textContent;
  await press("Filter");
  await press("Book");
  expect(address()).toBe("?q=asha&doctor=d1");
  await press("Close");
  await waitFor(() => expect(address()).toBe("?q=asha"));
  expect(drawn).toBe(1);
});

function Times() {
  const { id, open } = usePanelAddress("doctor");
  return (
    <>
      <button type="button" onClick={() => open("d1", { date: "2026-11-18", time: "09:15" }, true)}>
        9:15
      </button>
      <p data-testid="open">{id}</p>
      <p data-testid="path">{useLocation().pathname}</p>
    </>
  );
}

test("a panel for all opens without a login", async () => {
  window.localStorage.removeItem("userToken");
  window.history.replaceState(null, "", "/viewdoctors");
  render(
    <BrowserRouter>
      <Times />
    </BrowserRouter>,
  );
  await userEvent.click(screen.getByRole("button", { name: "9:15" }));
  expect(screen.getByTestId("open").textContent).toBe("d1");
  expect(screen.getByTestId("path").textContent).toBe("/viewdoctors");
});

test("Back skips the picker of a finished booking, but not one that was opened again", async () => {
  window.localStorage.setItem("userToken", "t");
  window.history.replaceState(null, "", "/viewdoctors");
  render(
    <BrowserRouter>
      <List />
      <Link to="/viewdoctors?q=leela">Elsewhere</Link>
    </BrowserRouter>,
  );
  const book = () => userEvent.click(screen.getByRole("button", { name: "Book" }));
  const leave = () => userEvent.click(screen.getByRole("link", { name: "Elsewhere" }));
  await book();
  expect(screen.getByText("Picker")).toBeDefined();
  await leave();
  passBy("/viewdoctors?doctor=d1");
  window.history.back();
  await waitFor(() => expect(screen.getByTestId("address").textContent).toBe(""));
  expect(screen.queryByText("Picker")).toBeNull();

  await book();
  await leave();
  window.history.back();
  expect(await screen.findByText("Picker")).toBeDefined();
});
