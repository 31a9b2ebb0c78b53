import { fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
import { addDays } from "../../../lib/days";
import { indiaTime } from "../../../lib/india-time";
import { takeToasts } from "../../../lib/toasts";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { Page } from "./request";

const states = [{ name: "Kerala", districts: [{ name: "Ernakulam" }] }];
const today = indiaTime(Date.now()).day;

let act: () => Response;

beforeEach(() => {
  // jsdom cannot scroll.
  vi.stubGlobal("scrollTo", vi.fn());
  server.mockImplementation(async ({ url }) => {
    if (url.includes("/reference")) return answer({ states });
    return url.includes("/hospitals") ? answer([{ Hospital_name: "General Hospital" }]) : act();
  });
});

const sent = () => server.mock.calls.map(([request]) => request).filter(({ method }) => method === "POST");

async function open() {
  renderPage(<Page title="Request blood" />);
  await screen.findByText("Ernakulam");
}

const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

async function fillIn(neededBy: string) {
  fill("Patient's name", "Mathew");
  await userEvent.click(screen.getByLabelText("B−"));
  fill("Units", "2");
  fill("Needed by", neededBy);
  fill("Hospital", "General Hospital");
  fill("District", "Ernakulam");
  fill("Contact person", "Rekha");
  fill("Phone number", "9876543210");
  fill("Email", "rekha@exmaple.com");
}

const send = () => userEvent.click(screen.getByText("Send request"));

test("the page says which donors suit the chosen group", async () => {
  await open();
  await userEvent.click(screen.getByLabelText("B−"));
  expect(screen.getByText("For B− we ask donors with these groups:").parentElement?.textContent).toMatch(
    /:B−O−$/,
  );
});

test("hospitals of the directory are offered while one types, and any other can be typed", async () => {
  await open();
  fill("Hospital", "Gen");
  await vi.waitFor(() =>
    expect(document.querySelector("datalist option")?.getAttribute("value")).toBe("General Hospital"),
  );
  expect(screen.getByLabelText("Hospital").getAttribute("list")).toBe(document.querySelector("datalist")?.id);
});

test("after sending the address is shown, and can be corrected without losing the input", async () => {
  act = () => answer(undefined, "Please confirm by the link in our mail.");
  await open();
  await fillIn(addDays(today, 3));
  await send();
  expect(await screen.findByText("Please confirm by the link in our mail.")).toBeDefined();
  expect(screen.getByText("rekha@exmaple.com")).toBeDefined();
  expect(document.activeElement?.textContent).toBe("One more step: check your email");
  expect(await sent()[0]?.json()).toEqual({
    Patient_name: "Mathew",
    Blood_group: "B-",
    Units: "2",
    Hospital: "General Hospital",
    District: "Ernakulam",
    State: "Kerala",
    Needed_by: addDays(today, 3),
    Contact_name: "Rekha",
    Phone_number: "9876543210",
    Email: "rekha@exmaple.com",
    Reason: "",
  });
  await userEvent.click(screen.getByRole("button", { name: "Correct the request" }));
  expect(screen.getByLabelText<HTMLInputElement>("Email").value).toBe("rekha@exmaple.com");
  expect(screen.getByLabelText<HTMLInputElement>("Patient's name").value).toBe("Mathew");
  expect(screen.getAllByRole("heading", { level: 1 })).toHaveLength(1);
});

test("a request that is sent too often is the server's message, and nothing is lost", async () => {
  act = () => refused(429, "too_many_tries", "Please wait.");
  await open();
  await fillIn(today);
  await send();
  await vi.waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: "Please wait." }]));
  expect(screen.getByLabelText<HTMLInputElement>("Patient's name").value).toBe("Mathew");
});

test.each([-1, 31])("a day %i days from today cannot be chosen", async (days) => {
  await open();
  await fillIn(addDays(today, days));
  await send();
  expect(await screen.findAllByText("This day cannot be chosen: Needed by.")).toHaveLength(2);
  expect(sent()).toEqual([]);
});
