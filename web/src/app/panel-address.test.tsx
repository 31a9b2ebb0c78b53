import { render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { memo } from "react";
import { BrowserRouter, useLocation, useSearchParams } from "react-router";
import { expect, test } from "vitest";
import { usePanelAddress } from "./panel-address";

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
  const { open, close } = usePanelAddress("doctor");
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
      <button type="button" onClick={() => open("d1", { date: "2026-11-18", time: "09:15" })}>
        9:15
      </button>
      <p data-testid="open">{id}</p>
      <p data-testid="path">{useLocation().pathname}</p>
    </>
  );
}

test("at a chosen time the panel opens for somebody who is not signed in", async () => {
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
