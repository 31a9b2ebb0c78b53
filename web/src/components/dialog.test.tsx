import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import { Link } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { usePanel } from "../lib/address";
import { leaveReloadedDialog } from "../lib/overlay-history";
import { renderPage } from "../testing/page";
import { Dialog } from "./dialog";

function Page({ name = "Cancel", inner = false }: { name?: string; inner?: boolean }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        {name}
      </button>
      {isOpen && (
        <Dialog title={`${name}?`} onClose={() => setOpen(false)}>
          <input aria-label="Reason" />
          <button type="button" onClick={() => setOpen(false)}>
            No
          </button>
          <Link to="/elsewhere">Elsewhere</Link>
          {inner && <Page name="Inner" />}
        </Dialog>
      )}
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));
const titles = () => screen.queryAllByRole("dialog").map(({ textContent }) => textContent?.split("?")[0]);

async function back(): Promise<void> {
  const popped = new Promise((resolve) => window.addEventListener("popstate", resolve, { once: true }));
  window.history.back();
  await act(() => popped);
}

/** Until the history entry of a closed dialog is left. */
const settled = () => act(() => new Promise((resolve) => window.setTimeout(resolve, 30)));

beforeEach(() => window.history.pushState(null, "", "/before"));
afterEach(settled);

test("Back closes a dialog, and the page stays", async () => {
  renderPage(<Page />, { at: "/list" });
  await press("Cancel");
  expect(titles()).toEqual(["Cancel"]);
  await back();
  expect(titles()).toEqual([]);
  expect(window.location.pathname).toBe("/list");
});

test("Back closes the upper of two dialogs first", async () => {
  renderPage(<Page inner />, { at: "/list" });
  await press("Cancel");
  await press("Inner");
  await back();
  expect(titles()).toEqual(["Cancel"]);
  await back();
  expect(titles()).toEqual([]);
});

test("a dialog that was closed by its button leaves no entry behind", async () => {
  window.history.pushState(null, "", "/list");
  renderPage(<Page />, { at: "/list" });
  await press("Cancel");
  await press("No");
  await waitFor(() => expect(window.history.state?.dialog).toBeUndefined());
  await settled();
  await back();
  expect(window.location.pathname).toBe("/before");
});

test("Back from a page that a dialog led to skips the dialog's entry", async () => {
  renderPage(<Page />, { at: "/list" });
  await press("Cancel");
  await userEvent.click(screen.getByRole("link", { name: "Elsewhere" }));
  expect(screen.getByText("/elsewhere null")).toBeDefined();
  await back();
  await settled();
  expect(window.location.pathname).toBe("/list");
  expect(window.history.state.dialog).toBeUndefined();
  expect(titles()).toEqual([]);
});

test("a dialog opened right after another one closed is not closed with it", async () => {
  renderPage(
    <>
      <Page />
      <Page name="Move" />
    </>,
    { at: "/list" },
  );
  await press("Cancel");
  act(() => screen.getByRole("button", { name: "No" }).click());
  await act(() => new Promise((resolve) => window.setTimeout(resolve)));
  act(() => screen.getByRole("button", { name: "Move" }).click());
  await settled();
  expect(titles()).toEqual(["Move"]);
  await back();
  expect(titles()).toEqual([]);
  expect(window.location.pathname).toBe("/list");
});

test("a reload with an open dialog leaves its entry", async () => {
  window.history.replaceState(null, "", "/list");
  window.history.pushState({ dialog: "of the page before the reload" }, "", "/list");
  leaveReloadedDialog();
  await settled();
  expect(window.history.state).toBeNull();
});

test("a tap outside does not lose input, and Back asks first", async () => {
  const confirm = vi.spyOn(window, "confirm").mockReturnValue(false);
  renderPage(<Page />, { at: "/list" });
  await press("Cancel");
  await userEvent.type(screen.getByRole("textbox", { name: "Reason" }), "ill");
  await userEvent.click(document.querySelector(".fixed") ?? document.body);
  expect(titles()).toEqual(["Cancel"]);
  await back();
  expect(confirm).toHaveBeenCalledOnce();
  expect(titles()).toEqual(["Cancel"]);
  expect(screen.getByRole<HTMLInputElement>("textbox").value).toBe("ill");
  confirm.mockReturnValue(true);
  await back();
  expect(titles()).toEqual([]);
  confirm.mockRestore();
});

test("a tap outside closes a dialog in which nothing was typed", async () => {
  renderPage(<Page />, { at: "/list" });
  await press("Cancel");
  await userEvent.click(document.querySelector(".fixed") ?? document.body);
  expect(titles()).toEqual([]);
});

function Panels() {
  const panel = usePanel("doctor");
  return (
    <>
      <button type="button" onClick={() => panel.open("d1")}>
        Open
      </button>
      {panel.id && (
        <Dialog title="Doctor?" onClose={panel.close}>
          <button type="button" onClick={panel.close}>
            Done
          </button>
          <Page name="Inner" />
        </Dialog>
      )}
    </>
  );
}

test.each([
  ["opened on the page", "/list"],
  ["opened by a link", "/list?doctor=d1"],
])("a panel %s is closed by Back and by its button, and neither opens it again", async (_, at) => {
  for (const close of [back, () => press("Done")]) {
    window.history.pushState(null, "", "/before");
    window.history.pushState(null, "", at);
    const shown = renderPage(<Panels />, { at });
    if (at === "/list") await press("Open");
    await press("Inner");
    await back();
    await settled();
    expect(titles()).toEqual(["Doctor"]);
    await close();
    await settled();
    expect(titles()).toEqual([]);
    expect(window.location.pathname + window.location.search).toBe("/list");
    await back();
    expect(window.location.pathname).toBe("/before");
    shown.unmount();
  }
});

test("a panel closes together with the dialog above it", async () => {
  window.history.pushState(null, "", "/list");
  renderPage(<Panels />, { at: "/list" });
  await press("Open");
  await press("Inner");
  act(() => screen.getByRole("button", { name: "Done", hidden: true }).click());
  await settled();
  await settled();
  expect(titles()).toEqual([]);
  expect(window.location.search).toBe("");
});

function Choice() {
  const [isOpen, setOpen] = useState(true);
  return isOpen ? (
    <Dialog title="When?" onClose={() => setOpen(false)}>
      <input type="radio" aria-label="9:15" />
    </Dialog>
  ) : null;
}

test("choosing without typing is not asked about", async () => {
  const confirm = vi.spyOn(window, "confirm");
  renderPage(<Choice />, { at: "/list" });
  await userEvent.click(screen.getByRole("radio"));
  await back();
  expect(confirm).not.toHaveBeenCalled();
  expect(titles()).toEqual([]);
  confirm.mockRestore();
});
