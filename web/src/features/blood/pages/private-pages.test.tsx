import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, expect, test, vi } from "vitest";
// Loaded before it is asked for, so that no test waits for it.
import "../../../components/action-dialog";
import { indiaTime } from "../../../lib/india-time";
import { takeToasts } from "../../../lib/toasts";
import { answer, refused, renderPage, server } from "../../../testing/page";
import { dayAfter } from "../days";
import { Page as Answer } from "./answer";
import { Page as Donor } from "./donor";
import { Page as OwnRequest } from "./own-request";

const today = indiaTime(Date.now()).day;
const request = {
  Patient_name: "Mathew",
  Blood_group: "B+",
  Units: 2,
  Hospital: "General Hospital",
  inDirectory: true,
  District: "Ernakulam",
  State: "Kerala",
  Needed_by: "2099-01-05",
  Contact_name: "Rekha",
  Reason: null,
  heldUntil: null,
  status: "Open",
  asked: 6,
  declined: 1,
  nextWaveAt: "2099-01-04T12:30:00Z",
  accepted: [
    {
      _id: "d1",
      Name: "Asha Nair",
      Blood_group: "O-",
      District: "Ernakulam",
      Phone_number: "9876543210",
      acceptedAt: "2099-01-04T10:00:00Z",
      reported: false,
    },
  ],
  former: [],
};
const { Patient_name, Contact_name, ...needed } = request;
const unseen = { saidYes: false, contact: null, lastSeenAt: null, reported: false };
const asked = { ...needed, ...unseen, yourGroup: "O-", status: "asked" };
const contact = { Contact_name: "Rekha", Phone_number: "9876543212", Patient_name: "Mathew" };
const accepted = { ...asked, status: "accepted", contact };
const acceptedAt = "2099-01-04T10:00:00Z";
const withdrawn = { _id: "d1", Blood_group: "O-", acceptedAt, withdrawn: true, reported: false };
const donor = {
  Name: "Asha Nair",
  Blood_group: "O-",
  Gender: "Female",
  Age: 34,
  District: "Ernakulam",
  State: "Kerala",
  emailHint: "a•••@e•••.org",
  phoneHint: "98••••••10",
  consent: true,
  status: "ready",
  canConfirm: false,
  newEmailHint: null,
  pausedUntil: null,
  lastDonation: null,
  canGiveFrom: null,
  change: null,
};

const reveal = {
  request,
  what: { Name: "Asha Nair", phoneHint: "98••••••10" },
  firstAt: "2099-01-04T10:00:00Z",
  lastAt: "2099-01-04T12:30:00Z",
  times: 3,
  lasts: true,
};

/** Who saw the donor's number. */
let seen: () => Response;
/** What any other GET answers, and what every other call does. */
let view: () => Response;
let act: () => Response | Promise<Response>;

const shown = (data: object) => () => answer(data);

beforeEach(() => {
  seen = shown([]);
  server.mockImplementation(async ({ url, method }) => {
    if (url.includes("/reference")) return answer({ states: [] });
    if (url.endsWith("/reveals")) return seen();
    return method === "GET" ? view() : act();
  });
});

const calls = () => server.mock.calls.map(([call]) => call).filter(({ url }) => !url.includes("/reference"));
const acts = () => calls().filter(({ method }) => method !== "GET");
const lines = () => acts().map(({ method, url }) => `${method} ${new URL(url).pathname}`);
const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
const pressInDialog = async (name: string) =>
  userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));
const callLink = () => document.querySelector("a[href^='tel:']");

const pages = { "/bloodrequest/own": OwnRequest, "/bloodanswer": Answer, "/blooddonor": Donor };
const paths = Object.keys(pages) as (keyof typeof pages)[];

function open(path: keyof typeof pages, data: object) {
  const Page = pages[path];
  view = shown(data);
  return renderPage(<Page />, { at: `${path}#t` });
}

async function writeReport(reason: string) {
  await press("Report a problem");
  await screen.findByRole("dialog");
  fill("What happened?", reason);
}

/** The server takes its time. */
function later() {
  let end = (_: Response) => {};
  act = () => new Promise((resolve) => (end = resolve));
  return (response: Response) => end(response);
}

test.each(paths)("%s without a token says that the address is incomplete, and asks nothing", (path) => {
  const Page = pages[path];
  renderPage(<Page />, { at: path });
  expect(screen.getByRole("heading", { name: "This address is incomplete" })).toBeDefined();
  expect(calls()).toEqual([]);
});

test.each(paths)("%s says that a link has ended, and tries it once", async (path) => {
  const Page = pages[path];
  view = () => refused(410, "link_ended", "Ended");
  renderPage(<Page />, { at: `${path}#the-token` });
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeDefined();
  expect(calls()).toHaveLength(1);
  expect(calls()[0]?.headers.get("Authorization")).toBe("Bearer the-token");
  expect(calls()[0]?.url).not.toContain("the-token");
});

test("opening the mailed link confirms nothing; the button does, and the first donors are asked", async () => {
  act = () => answer({ ...request, accepted: [] }, "Donors are asked.");
  open("/bloodrequest/own", { ...request, status: "Unconfirmed", accepted: [] });
  await screen.findByRole("heading", { name: "Shall we ask donors now?" });
  expect(acts()).toEqual([]);
  await press("Yes, ask donors now");
  expect(await screen.findByText("0 of 2 units covered")).toBeDefined();
  expect(lines()).toEqual(["POST /user/api/bloodrequest/confirm"]);
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  expect(takeToasts()).toEqual([{ tone: "good", text: "Donors are asked." }]);
});

test("a donor who said yes stands there with a number to call, and can be reported", async () => {
  act = shown({ ...request, accepted: request.accepted.map((one) => ({ ...one, reported: true })) });
  open("/bloodrequest/own", request);
  const card = within(await screen.findByRole("article", { name: "Asha Nair" }));
  expect(card.getByRole("link").getAttribute("href")).toBe("tel:+919876543210");
  expect(screen.getByText("1 of 2 units covered")).toBeDefined();
  expect(screen.getByText("Sun, Jan 4, 2099, 6:00 PM")).toBeDefined();
  await writeReport("A wrong number");
  await press("Send the report");
  expect(await screen.findByText("Reported")).toBeDefined();
  expect(await acts()[0]?.json()).toEqual({ donor: "d1", reason: "A wrong number" });
});

test("when it is over no donor is shown, and it says so", async () => {
  open("/bloodrequest/own", {
    ...request,
    status: "Closed",
    accepted: [],
    former: [{ ...withdrawn, withdrawn: false }],
  });
  expect(await screen.findByRole("article", { name: "A donor who said yes" })).toBeDefined();
  expect(screen.queryByRole("heading", { name: "Nobody yet" })).toBeNull();
  expect(callLink()).toBeNull();
});

test("a donor who takes the yes back stands there without name and number; a report that is being written can be sent", async () => {
  const { queries } = open("/bloodrequest/own", request);
  await writeReport("Asked for money");
  view = shown({ ...request, accepted: [], former: [withdrawn] });
  await queries.invalidateQueries();
  await screen.findByText("0 of 2 units covered");
  act = shown({ ...request, accepted: [], former: [{ ...withdrawn, reported: true }] });
  await press("Send the report");
  const card = within(await screen.findByRole("article", { name: "This donor can no longer come" }));
  expect(await card.findByText("Reported")).toBeDefined();
  expect(card.getByText(/^Said yes on Sun, Jan 4, 2099, 3:30 PM\./)).toBeDefined();
  expect(screen.getByRole("heading", { name: "Nobody yet" })).toBeDefined();
  expect(callLink()).toBeNull();
  expect(await acts()[0]?.json()).toEqual({ donor: "d1", reason: "Asked for money" });
});

test("what is wrong with a report is said although its dialog was closed meanwhile", async () => {
  const end = later();
  open("/bloodrequest/own", request);
  await writeReport("A wrong number");
  await press("Send the report");
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  end(refused(422, "invalid_fields", "Too long", [{ field: "reason", message: "Too long" }]));
  await vi.waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: "Too long" }]));
});

test("a report that fails keeps what was written", async () => {
  act = () => refused(429, "too_many_tries", "Too many.");
  open("/bloodrequest/own", request);
  await writeReport("A wrong number");
  await press("Send the report");
  await vi.waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: "Too many." }]));
  expect(screen.getByLabelText<HTMLTextAreaElement>("What happened?").value).toBe("A wrong number");
});

test.each([
  ["We have the blood, thank you", true, "Fulfilled"],
  ["No longer needed", false, "Closed"],
])("closing with “%s” is asked about once more", async (name, fulfilled, status) => {
  act = shown({ ...request, status, accepted: [] });
  open("/bloodrequest/own", request);
  await press(name);
  expect(acts()).toEqual([]);
  await pressInDialog(name);
  expect(await screen.findByText(status)).toBeDefined();
  expect(await acts()[0]?.json()).toEqual({ fulfilled });
  expect(screen.queryByRole("button", { name })).toBeNull();
});

test("a donor sees no number before the yes, and the contact after it", async () => {
  act = () => answer(accepted, "Thank you!");
  open("/bloodanswer", asked);
  await screen.findByText("Your group O− suits B+.");
  expect(callLink()).toBeNull();
  await press("Yes, I can give blood");
  const call = await screen.findByRole("link", { name: "Call Rekha: 9876543212" });
  expect(call.getAttribute("href")).toBe("tel:+919876543212");
  expect(screen.getByText("Mathew")).toBeDefined();
  expect(lines()).toEqual(["POST /user/api/bloodanswer/accept"]);
});

test("a donor for whom others were faster is thanked, not scolded", async () => {
  act = () => {
    view = shown({ ...asked, status: "full" });
    return refused(409, "no_longer_needed", "Thank you, others were faster.");
  };
  open("/bloodanswer", asked);
  await press("Yes, I can give blood");
  expect(await screen.findByRole("heading", { name: /Enough donors have said yes/ })).toBeDefined();
  expect(takeToasts()).toEqual([{ tone: "good", text: "Thank you, others were faster." }]);
  expect(screen.queryByRole("button", { name: "Yes, I can give blood" })).toBeNull();
});

test("a yes is taken back after a question", async () => {
  act = shown({ ...asked, status: "declined" });
  open("/bloodanswer", accepted);
  await press("Take my yes back");
  expect(acts()).toEqual([]);
  await pressInDialog("Take my yes back");
  expect(await screen.findByRole("heading", { name: "Thank you for telling us" })).toBeDefined();
  expect(lines()).toEqual(["POST /user/api/bloodanswer/decline"]);
  expect(callLink()).toBeNull();
  act = shown(accepted);
  await press("I can help after all");
  expect(await screen.findByRole("link", { name: "Call Rekha: 9876543212" })).toBeDefined();
});

test.each([
  ["declined", "Thank you for telling us"],
  ["full", "Thank you. Enough donors have said yes"],
  ["ended", "This request is over"],
])("a donor whose answer is %s reads whether the requester saw them", async (status, name) => {
  open("/bloodanswer", { ...asked, status, lastSeenAt: "2099-01-04T12:30:00Z" });
  expect(await screen.findByRole("heading", { name })).toBeDefined();
  expect(
    screen.getByText(
      "The requester saw your name and number, last on Sun, Jan 4, 2099, 6:00 PM, and no longer sees them.",
    ),
  ).toBeDefined();
  expect(screen.queryByRole("button", { name: "Take my yes back" })).toBeNull();
  expect(screen.getByRole("button", { name: "Report a problem" })).toBeDefined();
});

test("who was never seen is told so, and has nothing to report", async () => {
  open("/bloodanswer", { ...asked, status: "declined" });
  expect(await screen.findByText("Your name and number were shown to nobody.")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Report a problem" })).toBeNull();
});

test("a yes is taken back after the end too", async () => {
  act = shown({ ...asked, status: "ended" });
  open("/bloodanswer", { ...asked, status: "ended", saidYes: true });
  await press("Take my yes back");
  await pressInDialog("Take my yes back");
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Take my yes back" })).toBeNull());
  expect(lines()).toEqual(["POST /user/api/bloodanswer/decline"]);
});

test("a donor reads who saw the number, when, and whether they still do", async () => {
  const before = { ...reveal, what: null, request: null, times: 1, lasts: false };
  seen = shown([reveal, { ...before, firstAt: "2098-01-04T10:00:00Z" }]);
  open("/blooddonor", donor);
  const part = within(await screen.findByRole("region", { name: "Who saw your number" }));
  const [now, then] = (await part.findAllByRole("listitem")).map((item) => within(item));
  expect(now?.getByRole("heading", { name: "The requester at General Hospital, Ernakulam" })).toBeDefined();
  for (const text of [
    "Still shown",
    "B+, needed by Mon, Jan 5, 2099",
    "Asha Nair, 98••••••10",
    "3 times",
    "Sun, Jan 4, 2099, 3:30 PM",
    "Sun, Jan 4, 2099, 6:00 PM",
  ]) {
    expect(now?.getByText(text)).toBeDefined();
  }
  expect(then?.getByText("No longer shown")).toBeDefined();
  expect(then?.getByText("Your name and number")).toBeDefined();
  expect(then?.getByText("once")).toBeDefined();
});

test("that the record cannot be read is said, and the rest of the donor's page stays", async () => {
  seen = () => refused(503, "busy", "Please try again.");
  open("/blooddonor", donor);
  expect(await screen.findByText("Please try again.")).toBeDefined();
  expect(screen.getByText("You are ready to help")).toBeDefined();
  seen = shown([]);
  await press("Try again");
  expect(await screen.findByText("Nobody has seen it so far.")).toBeDefined();
});

test("a donor pauses until a day, or openly, and comes back", async () => {
  act = shown({ ...donor, status: "paused" });
  open("/blooddonor", donor);
  await press("Pause");
  expect(await screen.findByText("Paused until you come back")).toBeDefined();
  expect(await acts()[0]?.json()).toEqual({});
  act = shown(donor);
  await press("I am back");
  expect(await screen.findByText("You are ready to help")).toBeDefined();
  await userEvent.click(screen.getByRole("radio", { name: "Until a day" }));
  fill("Until", today);
  await press("Pause");
  expect(await screen.findByText("This day cannot be chosen: Until.")).toBeDefined();
  expect(acts()).toHaveLength(2);
  fill("Until", dayAfter(today, 1));
  act = shown({ ...donor, status: "paused", pausedUntil: dayAfter(today, 1) });
  await press("Pause");
  await screen.findByText(/^Paused until \w+, /);
  expect(await acts()[2]?.json()).toEqual({ until: dayAfter(today, 1) });
});

test("a donation is reported for today unless another day is chosen", async () => {
  act = shown({ ...donor, status: "resting", canGiveFrom: "2099-05-05", lastDonation: "2099-01-05" });
  open("/blooddonor", donor);
  await press("I gave blood");
  expect(await screen.findByText("You can give again from Tue, May 5, 2099")).toBeDefined();
  expect(await acts()[0]?.json()).toEqual({ date: today });
});

test("only what is changed is sent", async () => {
  act = shown({ ...donor, Age: 35 });
  open("/blooddonor", donor);
  await press("Change my details");
  fill("Age", "35");
  await press("Save the changes");
  expect(await screen.findByRole("button", { name: "Change my details" })).toBeDefined();
  expect(lines()).toEqual(["PUT /user/api/blooddonor"]);
  expect(await acts()[0]?.json()).toEqual({ Age: "35" });
});

test("a second registration waits to be taken over, with what would be different", async () => {
  act = shown({ ...donor, Age: 40 });
  const told = { ...donor, Age: 40, consent: false, version: "v1", newEmail: "asha@else.org" };
  open("/blooddonor", { ...donor, change: { ...told, differs: ["Age", "Email", "consent"] } });
  const change = within(await screen.findByRole("region", { name: "Is this change yours?" }));
  expect(change.getByText("34").tagName).toBe("DEL");
  expect(change.getByText("40").tagName).toBe("INS");
  expect(change.getByText("a•••@e•••.org").tagName).toBe("DEL");
  expect(change.getByText("asha@else.org").tagName).toBe("INS");
  expect(change.getByText("No").tagName).toBe("INS");
  expect(change.getByText("Asha Nair").tagName).toBe("DD");
  await press("Yes, take it over");
  await vi.waitFor(() => expect(screen.queryByRole("region", { name: "Is this change yours?" })).toBeNull());
  expect(lines()).toEqual(["POST /user/api/blooddonor/change"]);
  expect(await acts()[0]?.json()).toEqual({ version: "v1" });
});

test("what changed since it was seen is not taken over, and the page shows what waits now", async () => {
  const change = { ...donor, version: "v1", differs: ["Age"], newEmail: null };
  act = () => {
    view = shown({ ...donor, change: { ...change, Age: 50, version: "v2" } });
    return refused(409, "not_changeable", "Please look again.");
  };
  open("/blooddonor", { ...donor, change: { ...change, Age: 40 } });
  await press("Yes, take it over");
  expect(await screen.findByText("50")).toBeDefined();
  expect(takeToasts()).toEqual([{ tone: "bad", text: "Please look again." }]);
});

test("a registration counts once its donor presses the button, and only then is there more to do", async () => {
  act = () => answer(donor, "Confirmed.");
  open("/blooddonor", { ...donor, status: "unconfirmed", canConfirm: true });
  expect(await screen.findByText("Please confirm")).toBeDefined();
  for (const name of ["Pause", "I gave blood", "End all other links"]) {
    expect(screen.queryByRole("button", { name })).toBeNull();
  }
  expect(screen.getByRole("button", { name: "Erase my data" })).toBeDefined();
  await press("Yes, I want to be a donor");
  expect(await screen.findByText("You are ready to help")).toBeDefined();
  expect(lines()).toEqual(["POST /user/api/blooddonor/confirm"]);
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
});

test("a link that proves no address leads to one that does", async () => {
  open("/blooddonor", { ...donor, status: "unconfirmed" });
  expect(await screen.findByRole("link", { name: "Get my private link" })).toBeDefined();
  expect(screen.queryByRole("button", { name: "Yes, I want to be a donor" })).toBeNull();
});

test("a new address waits for its own link, which confirms it", async () => {
  const waiting = { ...donor, newEmailHint: "n•••@e•••.org" };
  const page = open("/blooddonor", waiting);
  expect(await screen.findByText(/We sent a mail to n•••@e•••.org/)).toBeDefined();
  page.unmount();
  act = shown({ ...donor, emailHint: "n•••@e•••.org" });
  open("/blooddonor", { ...waiting, canConfirm: true });
  expect(await screen.findByText("Is this your new address?")).toBeDefined();
  expect(screen.queryByRole("button", { name: "End all other links" })).toBeNull();
  await press("Yes, write to this address");
  await vi.waitFor(() => expect(screen.queryByText("Is this your new address?")).toBeNull());
  expect(screen.getByRole("button", { name: "End all other links" })).toBeDefined();
  expect(lines()).toEqual(["POST /user/api/blooddonor/confirm"]);
});

test("all other links end after a question", async () => {
  act = () => answer(undefined, "Ended.");
  open("/blooddonor", donor);
  await press("End all other links");
  expect(acts()).toEqual([]);
  await pressInDialog("End all other links");
  await vi.waitFor(() => expect(takeToasts()).toEqual([{ tone: "good", text: "Ended." }]));
  expect(lines()).toEqual(["DELETE /user/api/blooddonor/links"]);
});

test("a request that waits for a look says so, and a hospital that we do not know is marked", async () => {
  open("/bloodrequest/own", { ...request, inDirectory: false, heldUntil: "2099-01-04T12:30:00Z" });
  expect(await screen.findByRole("heading", { name: "Somebody looks at your request first" })).toBeDefined();
  expect(screen.getByText(/At Sun, Jan 4, 2099, 6:00 PM they are asked in any case/)).toBeDefined();
  expect(screen.getByText("General Hospital (not in our directory)")).toBeDefined();
});

test.each([
  ["/bloodrequest/own", "No longer needed", request],
  ["/bloodanswer", "Take my yes back", accepted],
  ["/blooddonor", "Erase my data", donor],
] as const)(
  "%s says what became of “%s” although its dialog was closed meanwhile",
  async (path, name, data) => {
    const end = later();
    open(path, data);
    await press(name);
    await pressInDialog(name);
    await userEvent.keyboard("{Escape}");
    end(answer(data, "It is done."));
    await vi.waitFor(() => expect(takeToasts()).toEqual([{ tone: "good", text: "It is done." }]));
  },
);

test("erasing is asked about, and leads home without the dead link behind it", async () => {
  act = () => answer(undefined, "Erased.");
  open("/blooddonor", donor);
  await press("Erase my data");
  expect(acts()).toEqual([]);
  await pressInDialog("Erase my data");
  expect(await screen.findByText("/ null")).toBeDefined();
  expect(lines()).toEqual(["DELETE /user/api/blooddonor"]);
  expect(takeToasts()).toEqual([{ tone: "good", text: "Erased." }]);
});

test.each([
  ["Pause", undefined],
  ["Erase my data", "Erase my data"],
])("a link that ends while the page is open is said after “%s”", async (name, inDialog) => {
  act = () => {
    view = () => refused(410, "link_ended", "Ended");
    return view();
  };
  open("/blooddonor", donor);
  await press(name);
  if (inDialog) await pressInDialog(inDialog);
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeDefined();
});
