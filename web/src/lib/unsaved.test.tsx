import { act, cleanup, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { unstable_HistoryRouter as HistoryRouter, Link, Route, Routes } from "react-router";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { Form } from "../components/form";
import { TextField } from "../components/text-field";
import { switchLanguage } from "./language";
import { createRouterHistory } from "./router-history";
import { expire, forgetEverything, signIn } from "./session";

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
    <HistoryRouter history={createRouterHistory()}>
      <Routes>
        <Route path="/form" element={<Page />} />
        <Route path="*" element={<p>elsewhere</p>} />
      </Routes>
    </HistoryRouter>,
  );
}

const confirm = vi.spyOn(window, "confirm");

// Each of these histories listens for as long as the page lives, which other files share.
const listen = vi.spyOn(window, "addEventListener");
afterAll(() => {
  for (const [type, listener, options] of listen.mock.calls)
    if (listener) window.removeEventListener(type, listener, options);
});

const name = () => screen.getByRole<HTMLInputElement>("textbox", { name: "Name" });
const type = (text: string) => userEvent.type(name(), text);
const follow = (link: string) => userEvent.click(screen.getByRole("link", { name: link }));
const moment = () => act(() => new Promise((resolve) => window.setTimeout(resolve, 30)));

beforeEach(() => {
  window.sessionStorage.clear();
  confirm.mockReset();
  window.history.pushState(null, "", "/before");
  window.history.pushState({ idx: 7 }, "", "/form");
});

test("a link asks before what was typed is lost, and stays if it is refused", async () => {
  open();
  await type("Asha");
  await follow("Elsewhere");
  expect(confirm).toHaveBeenCalledOnce();
  expect(name().value).toBe("Asha");
  confirm.mockReturnValue(true);
  await follow("Elsewhere");
  expect(screen.getByText("elsewhere")).toBeDefined();
});

test("nobody is asked before typing, within the page, or after sending", async () => {
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

/** The page is loaded anew: nothing is unmounted, and the next one finds what is stored. */
async function reload(): Promise<void> {
  const kept = { ...window.sessionStorage };
  cleanup();
  for (const [key, value] of Object.entries(kept)) window.sessionStorage.setItem(key, value);
  open();
  await moment();
}

test("what was typed is there after a reload, but for passwords", async () => {
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

test("what was typed outlives the session of the same account, and of no other", async () => {
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

test("what was typed goes with the page, and with a logout", async () => {
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

test("Back after a logout finds nothing of what pages had handed each other", async () => {
  signIn("user", "t1", "u1");
  const history = createRouterHistory();
  history.push("/form", { patient: "Asha" });
  expect(window.history.state.usr.patient).toBe("Asha");
  history.push("/login", undefined);
  forgetEverything();
  signIn("user", "t2", "u2");
  window.history.back();
  await moment();
  expect(history.location.pathname).toBe("/form");
  expect(history.location.state).toBeNull();
  expect(window.history.state.usr).toBeNull();
});
