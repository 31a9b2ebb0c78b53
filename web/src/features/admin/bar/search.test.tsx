import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useLocation } from "react-router";
import { expect, test, vi } from "vitest";
import { answer, renderPage, server } from "../../../testing/page";
import { AdminSearch } from "./search";

Element.prototype.scrollIntoView = vi.fn();

const nothing = { users: [], doctors: [], hospitals: [], pharmacies: [], donors: [], bookings: [] };
const asha = { _id: "u1", title: "Asha Nair", detail: "asha@example.com" };
const visit = { _id: "b1", title: "Asha Nair", detail: "Jan 5, 2024 09:15" };

function Address() {
  const { pathname, search, hash } = useLocation();
  return <p data-testid="address">{pathname + search + hash}</p>;
}

function show(found: object, onLeave?: () => void) {
  server.mockImplementation(async () => answer({ ...nothing, ...found }));
  renderPage(
    <>
      <AdminSearch onLeave={onLeave} />
      <Address />
    </>,
    { path: "*" },
  );
  return screen.getByRole("combobox");
}

const address = () => screen.getByTestId("address").textContent;

test("the arrow keys reach every group, and Enter opens what is marked", async () => {
  const user = userEvent.setup();
  const field = show({ users: [asha], bookings: [visit] });
  await user.type(field, "asha");
  expect(await screen.findByRole("group", { name: "Bookings" })).toBeTruthy();
  expect(screen.getByText("2 found. Use the arrow keys to choose.")).toBeTruthy();
  await user.keyboard("{ArrowDown}{ArrowDown}");
  const marked = screen.getByRole("option", { selected: true });
  expect(marked.textContent).toContain("Jan 5, 2024");
  expect(field.getAttribute("aria-activedescendant")).toBe(marked.id);
  await user.keyboard("{Enter}");
  expect(address()).toBe("/admin/home/orderslist?booking=b1#q=b1");
  expect(screen.queryByRole("listbox")).toBeNull();
});

test("the server is asked when the typing pauses, and not for a single letter", async () => {
  const user = userEvent.setup();
  const field = show({ users: [asha] });
  await user.type(field, "a");
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(server).not.toHaveBeenCalled();
  await user.type(field, "sha");
  await screen.findByRole("option");
  expect(server).toHaveBeenCalledTimes(1);
});

test("a press on a hit opens it", async () => {
  const user = userEvent.setup();
  await user.type(show({ users: [asha] }), "ash");
  await user.click(await screen.findByRole("option", { name: /Asha Nair/ }));
  expect(address()).toBe("/admin/userlist?user=u1#q=Asha+Nair");
});

test("no results show a message, and Escape closes", async () => {
  const user = userEvent.setup();
  const onLeave = vi.fn();
  const field = show({}, onLeave);
  await user.type(field, "zz");
  await vi.waitFor(() => expect(screen.getByRole("status").textContent).toBe("Nothing found for “zz”."));
  await user.keyboard("{Escape}");
  expect(onLeave).toHaveBeenCalled();
});
