import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { render, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { MemoryRouter, Route, Routes } from "react-router";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { signIn, tokenOf } from "../../../lib/session";
import { takeToasts } from "../../../lib/toasts";
import { Page } from "./user-profile";

// The client takes hold of `fetch` when it is imported, so the stand-in must be there before.
const fetch = vi.hoisted(() => {
  const standIn = vi.fn<(request: Request) => Promise<Response>>();
  vi.stubGlobal("fetch", standIn);
  return standIn;
});

const profile = {
  _id: "u1",
  username: "Asha Nair",
  email: "asha@example.com",
  phone_number: "9876543210",
  accountCreatedDate: "2024-01-05T00:00:00Z",
  isDeleted: false,
  state: "Kerala",
  district: "Kollam",
};
const states = [
  { name: "Kerala", ml: "കേരളം", districts: [{ name: "Kollam", ml: "കൊല്ലം" }] },
  { name: "Goa", ml: "ഗോവ", districts: [{ name: "North Goa" }, { name: "South Goa" }] },
];

/** What the server answers to a PUT or a DELETE. */
let refuseOrAccept: () => Response;
/** The address that waits to be confirmed. */
let waiting: string | null;

beforeEach(() => {
  signIn("user", "t", "u1");
  refuseOrAccept = () => Response.json({ message: "Saved", data: profile });
  waiting = null;
  fetch.mockImplementation(async (request) => {
    if (request.method !== "GET") return refuseOrAccept();
    if (request.url.endsWith("/email/change"))
      return Response.json({ message: "", data: { email: waiting } });
    const data = request.url.endsWith("/reference") ? { states, specialities: [], bloodGroups: [] } : profile;
    return Response.json({ message: "", data });
  });
});

afterEach(() => {
  fetch.mockReset();
  takeToasts();
});

const sent = () => fetch.mock.calls.map(([request]) => request).filter(({ method }) => method !== "GET");
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));

async function pick(field: RegExp, option: string) {
  await userEvent.click(screen.getByRole("button", { name: field }));
  await userEvent.click(await screen.findByRole("option", { name: option }));
}

function show() {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <MemoryRouter initialEntries={["/user/profile"]}>
        <Routes>
          <Route path="/user/profile" element={<Page title="Profile" />} />
          <Route path="/" element={<p>the home page</p>} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
}

test("only what was edited is saved, with one call", async () => {
  show();
  await press("Edit name");
  await userEvent.clear(screen.getByLabelText("Name"));
  await userEvent.type(screen.getByLabelText("Name"), "Asha Menon");
  await press("Edit pincode");
  await userEvent.type(screen.getByLabelText("Pincode"), "691001");
  refuseOrAccept = () => Response.json({ message: "Saved", data: { ...profile, username: "Asha Menon" } });
  await press("Submit");
  expect(await screen.findByRole("heading", { name: "Asha Menon" })).toBeDefined();
  expect(sent()).toHaveLength(1);
  expect(await sent()[0]?.json()).toEqual({ username: "Asha Menon", pincode: "691001" });
  expect(takeToasts()).toEqual([{ tone: "good", text: "Saved" }]);
  expect(screen.queryByRole("button", { name: "Submit" })).toBeNull();
});

test("another state clears the district and offers its own", async () => {
  show();
  await press("Edit state");
  await pick(/State/, "Goa");
  await userEvent.click(screen.getByRole("button", { name: /District$/ }));
  expect((await screen.findAllByRole("option")).map(({ textContent }) => textContent)).toEqual([
    "Not given",
    "North Goa",
    "South Goa",
  ]);
  await userEvent.click(screen.getByRole("option", { name: "South Goa" }));
  await press("Submit");
  await vi.waitFor(() => expect(sent()).toHaveLength(1));
  expect(await sent()[0]?.json()).toEqual({ state: "Goa", district: "South Goa" });
});

test("an address that somebody has is said at its field, and stays typed", async () => {
  show();
  await press("Edit email");
  await userEvent.clear(screen.getByLabelText("Email"));
  await userEvent.type(screen.getByLabelText("Email"), "taken@example.com");
  await userEvent.type(screen.getByLabelText("Your password"), "the password");
  refuseOrAccept = () =>
    Response.json({ code: "already_registered", message: "Taken", errors: [] }, { status: 409 });
  await press("Submit");
  expect(await screen.findAllByText("Taken")).toHaveLength(2);
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("taken@example.com");
  expect(takeToasts()).toEqual([]);

  await userEvent.type(screen.getByLabelText("Email"), "m");
  expect(screen.getAllByText("Taken")).toHaveLength(1);
  refuseOrAccept = () => Response.json({ message: "Saved", data: profile });
  await press("Submit");
  await vi.waitFor(() => expect(takeToasts()).toEqual([{ tone: "good", text: "Saved" }]));
});

test("another address or number asks for the password, and a wrong one is said at its field", async () => {
  show();
  await press("Edit phone number");
  expect(screen.queryByLabelText("Your password")).toBeNull();
  await userEvent.clear(screen.getByLabelText("Phone number"));
  await userEvent.type(screen.getByLabelText("Phone number"), "9876500000");
  await press("Submit");
  expect(await screen.findByText("Please fill in: Your password.")).toBeDefined();
  expect(sent()).toHaveLength(0);

  const errors = [{ field: "current_password", message: "Not correct" }];
  refuseOrAccept = () => Response.json({ code: "invalid_fields", message: "Check", errors }, { status: 422 });
  await userEvent.type(screen.getByLabelText("Your password"), "wrong");
  await press("Submit");
  expect(await screen.findAllByText("Not correct")).toHaveLength(2);
  expect(await sent()[0]?.json()).toEqual({ phone_number: "9876500000", current_password: "wrong" });

  refuseOrAccept = () =>
    Response.json({ message: "Saved", data: { ...profile, phone_number: "9876500000" } });
  await userEvent.type(screen.getByLabelText("Your password"), ", now right");
  await press("Submit");
  expect(await screen.findByText("9876500000")).toBeDefined();
  expect(screen.queryByLabelText("Your password")).toBeNull();
});

test("a password that only the server knows to be needed is asked for", async () => {
  show();
  await press("Edit name");
  const errors = [{ field: "current_password", message: "Please enter your password" }];
  refuseOrAccept = () => Response.json({ code: "invalid_fields", message: "Check", errors }, { status: 422 });
  await press("Submit");
  expect(await screen.findByLabelText("Your password")).toBeDefined();
});

test("an address that waits is shown after saving, can be sent its link again, and given up", async () => {
  show();
  await press("Edit email");
  await userEvent.clear(screen.getByLabelText("Email"));
  await userEvent.type(screen.getByLabelText("Email"), "new@example.com");
  await userEvent.type(screen.getByLabelText("Your password"), "the password");
  waiting = "new@example.com";
  await press("Submit");
  expect(await screen.findByText(/We sent a link to new@example.com/)).toBeDefined();
  expect(screen.getAllByText("asha@example.com")).toHaveLength(2);
  takeToasts();

  refuseOrAccept = () => Response.json({ message: "Sent again" });
  await press("Send the link again");
  await vi.waitFor(() => expect(takeToasts()).toEqual([{ tone: "good", text: "Sent again" }]));

  refuseOrAccept = () => Response.json({ message: "It stays" });
  waiting = null;
  await press("Keep the old address");
  await vi.waitFor(() => expect(screen.queryByText(/We sent a link to/)).toBeNull());
  expect(takeToasts()).toEqual([{ tone: "good", text: "It stays" }]);
  expect(sent().map(({ method, url }) => `${method} ${new URL(url).pathname}`)).toEqual([
    "PUT /user/api/user/profile/u1",
    "POST /user/api/email/change",
    "DELETE /user/api/email/change",
  ]);
});

test("deleting needs the password, and a wrong one is said at its field", async () => {
  show();
  await press("Delete my account");
  const dialog = within(await screen.findByRole("dialog", { name: "Delete your account?" }));
  const confirm = () => userEvent.click(dialog.getByRole("button", { name: "Delete my account" }));
  await confirm();
  expect(await dialog.findByText("Please fill in: Your password.")).toBeDefined();
  expect(sent()).toHaveLength(0);

  const errors = [{ field: "password", message: "Not correct" }];
  refuseOrAccept = () => Response.json({ code: "invalid_fields", message: "Check", errors }, { status: 422 });
  await userEvent.type(dialog.getByLabelText("Your password"), "wrong");
  await confirm();
  expect(await dialog.findAllByText("Not correct")).toHaveLength(2);
  expect(tokenOf("user")).toBe("t");

  refuseOrAccept = () => Response.json({ message: "Deleted" });
  await userEvent.type(dialog.getByLabelText("Your password"), ", now right");
  await confirm();
  expect(await screen.findByText("the home page")).toBeDefined();
  expect(await sent()[1]?.json()).toEqual({ password: "wrong, now right" });
  expect(window.localStorage).toHaveLength(0);
  expect(takeToasts()).toEqual([{ tone: "good", text: "Deleted" }]);
});

test("a profile that cannot be loaded offers to try again", async () => {
  fetch.mockImplementation(async () => Response.json({ code: "busy", message: "Busy" }, { status: 503 }));
  show();
  expect(await screen.findByRole("button", { name: "Try again" })).toBeDefined();
});
