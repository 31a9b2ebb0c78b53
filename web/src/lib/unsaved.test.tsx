import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { BrowserRouter, Link, Route, Routes, useLocation, useNavigate } from "react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { Form } from "../components/form";
import { TextField } from "../components/text-field";
import { switchLanguage } from "./language";
import { expire, forgetEverything, signIn } from "./session";
import { stampEntry } from "./tab-owner";

const none = {};

function Page() {
  return (
    <>
      <Form isLong errors={none} onSubmit={() => undefined}>
        <TextField label="Name" name="name" />
        <TextField label="Password" name="password" type="password" />
        <button type="submit">Send</button>
      </Form>
      <Link to="/elsewhere">Elsewhere</Link>
      <Link to="/form?panel=1">Panel</Link>
    </>
  );
}

function open() {
  return render(
    <BrowserRouter>
      <Routes>
        <Route path="/form" element={<Page />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </BrowserRouter>,
  );
}

const confirm = vi.spyOn(window, "confirm");

const name = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
const type = (text: string) => userEvent.type(name(), text);
const follow = (link: string) => userEvent.click(screen.getByRole("link", { name: link }));
const moment = () => act(() => new Promise((resolve) => window.setTimeout(resolve, 30)));

beforeEach(() => {
  window.sessionStorage.clear();
  confirm.mockReset().mockReturnValue(false);
  window.history.pushState(null, "", "/before");
  window.history.pushState({ idx: 7 }, "", "/form");
});

test("a link asks before input is lost, and stays if it is refused", async () => {
  open();
  await type("Asha");
  await follow("Elsewhere");
  expect(confirm).toHaveBeenCalledOnce();
  expect(name().value).toBe("Asha");
  confirm.mockReturnValue(true);
  await follow("Elsewhere");
  expect(screen.getByText("elsewhere")).toBeDefined();
});

test("there is no question before typing, within the page, or after sending", async () => {
  open();
  await follow("Panel");
  await type("Asha");
  await follow("Panel");
  await userEvent.click(screen.getByRole("button", { name: "Send" }));
  await follow("Elsewhere");
  expect(screen.getByText("elsewhere")).toBeDefined();
  expect(confirm).not.toHaveBeenCalled();
});

test("Back asks too, and leaves the page where it is", async () => {
  window.history.replaceState({ idx: 8 }, "", "/form");
  open();
  await type("Asha");
  window.history.back();
  await moment();
  expect(confirm).toHaveBeenCalledOnce();
  expect(name().value).toBe("Asha");
});

test("closing the tab asks", async () => {
  open();
  const unload = () => {
    const event = new Event("beforeunload", { cancelable: true });
    window.dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(unload()).toBe(false);
  await type("Asha");
  expect(unload()).toBe(true);
});

/** The page is reloaded: nothing is unmounted, and the next one finds the stored data. */
async function reload(): Promise<void> {
  const kept = { ...window.sessionStorage };
  cleanup();
  for (const [key, value] of Object.entries(kept)) window.sessionStorage.setItem(key, value);
  open();
  await moment();
}

test("input is restored after a reload, except passwords", async () => {
  open();
  await type("Asha");
  await userEvent.type(screen.getByLabelText("Password"), "secret");
  await reload();
  expect(name().value).toBe("Asha");
  expect(screen.getByLabelText<HTMLInputElement>("Password").value).toBe("");
  expect(JSON.stringify({ ...window.sessionStorage })).not.toContain("secret");
});

test("changing the language asks nothing", async () => {
  open();
  await type("Asha");
  const reloading = vi.fn();
  vi.stubGlobal("location", { ...window.location, href: window.location.href, reload: reloading });
  switchLanguage("en");
  vi.unstubAllGlobals();
  const event = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
});

test("input survives the end of the session for the same account only", async () => {
  signIn("user", "t1", "u1");
  open();
  await type("Asha");
  act(() => expire("user", "t1"));
  cleanup();
  signIn("user", "t2", "u1");
  open();
  await moment();
  expect(name().value).toBe("Asha");
  act(() => expire("user", "t2"));
  cleanup();
  signIn("user", "t3", "u2");
  open();
  await moment();
  expect(name().value).toBe("");
});

test("input is deleted with the page, and by a logout", async () => {
  open();
  await type("Asha");
  cleanup();
  open();
  await moment();
  expect(name().value).toBe("");
  await type("Asha");
  forgetEverything();
  expect(JSON.stringify({ ...window.sessionStorage })).not.toContain("Asha");
});

function Handed() {
  const { state, key } = useLocation();
  const navigate = useNavigate();
  stampEntry(key);
  return (
    <>
      <p data-testid="handed">{JSON.stringify(state)}</p>
      <button type="button" onClick={() => navigate("/confirm", { state: { patient: "Asha" } })}>
        Confirm
      </button>
      <button type="button" onClick={() => navigate("/next")}>
        Next
      </button>
    </>
  );
}

const handed = () => screen.getByTestId("handed").textContent;

test("Back finds what pages had handed each other, but not after a logout", async () => {
  render(
    <BrowserRouter>
      <Handed />
    </BrowserRouter>,
  );
  signIn("user", "t1", "u1");
  const press = (button: string) => userEvent.click(screen.getByRole("button", { name: button }));
  await press("Confirm");
  await press("Next");
  window.history.back();
  await moment();
  expect(handed()).toBe('{"patient":"Asha"}');
  await press("Next");
  forgetEverything();
  signIn("user", "t2", "u2");
  window.history.back();
  await moment();
  expect(window.location.pathname).toBe("/confirm");
  expect(handed()).toBe("null");
  expect(JSON.stringify(window.history.state)).not.toContain("Asha");
});
