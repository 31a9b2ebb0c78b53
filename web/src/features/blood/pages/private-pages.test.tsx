import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { takeToasts } from "../../../lib/toasts";
import { answer, refused, renderPage } from "../../../testing/page";
import {
  acts,
  calls,
  donor,
  fill,
  lines,
  open,
  pages,
  press,
  pressInDialog,
  request,
  shown,
  told,
} from "../../../testing/private-pages";

const { Patient_name, Contact_name, ...needed } = request;
const unseen = { saidYes: false, contact: null, lastSeenAt: null, reported: false };
const asked = { ...needed, ...unseen, yourGroup: "O-", status: "asked" };
const contact = { Contact_name: "Rekha", Phone_number: "9876543212", Patient_name: "Mathew" };
const accepted = { ...asked, status: "accepted", contact };
const acceptedAt = "2099-01-04T10:00:00Z";
const withdrawn = { _id: "d1", Blood_group: "O-", acceptedAt, withdrawn: true, reported: false };
const callLink = () => document.querySelector("a[href^='tel:']");

const paths = Object.keys(pages) as (keyof typeof pages)[];

async function writeReport(reason: string) {
  await press("Report a problem");
  await screen.findByRole("dialog");
  fill("What happened?", reason);
}

/** A response that does not come yet. */
function later() {
  let end = (_: Response) => {};
  told.act = () => new Promise((resolve) => (end = resolve));
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
  told.view = () => refused(410, "link_ended", "Ended");
  renderPage(<Page />, { at: `${path}#the-token` });
  expect(await screen.findByRole("heading", { name: "This link no longer works" })).toBeDefined();
  expect(calls()).toHaveLength(1);
  expect(calls()[0]?.headers.get("Authorization")).toBe("Bearer the-token");
  expect(calls()[0]?.url).not.toContain("the-token");
});

test("opening the mailed link confirms nothing; the button does, and the first donors are asked", async () => {
  told.act = () => answer({ ...request, accepted: [] }, "Donors are asked.");
  open("/bloodrequest/own", { ...request, status: "Unconfirmed", accepted: [] });
  await screen.findByRole("heading", { name: "Shall we ask donors now?" });
  expect(acts()).toEqual([]);
  await press("Yes, ask donors now");
  expect(await screen.findByText("0 of 2 units covered")).toBeDefined();
  expect(lines()).toEqual(["POST /user/api/bloodrequest/confirm"]);
  expect(document.activeElement).toBe(screen.getByRole("heading", { level: 1 }));
  expect(takeToasts()).toEqual([{ tone: "good", text: "Donors are asked." }]);
});

test("a donor who accepted is shown with a number to call, and can be reported", async () => {
  told.act = shown({ ...request, accepted: request.accepted.map((one) => ({ ...one, reported: true })) });
  open("/bloodrequest/own", request);
  const card = within(await screen.findByRole("article", { name: "Asha Nair" }));
  expect(card.getByRole("link").getAttribute("href")).toBe("tel:+919876543210");
  expect(screen.getByText("1 of 2 units covered")).toBeDefined();
  expect(screen.getByText("Sun 4 Jan 2099, 6:00 pm")).toBeDefined();
  await writeReport("A wrong number");
  await press("Send report");
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
  expect(screen.queryByRole("heading", { name: "No one yet" })).toBeNull();
  expect(callLink()).toBeNull();
});

test("a donor who withdrew is shown without name and number; a report in progress can be sent", async () => {
  const { queries } = open("/bloodrequest/own", request);
  await writeReport("Asked for money");
  told.view = shown({ ...request, accepted: [], former: [withdrawn] });
  await queries.invalidateQueries();
  await screen.findByText("0 of 2 units covered");
  told.act = shown({ ...request, accepted: [], former: [{ ...withdrawn, reported: true }] });
  await press("Send report");
  const card = within(await screen.findByRole("article", { name: "This donor can no longer come" }));
  expect(await card.findByText("Reported")).toBeDefined();
  expect(card.getByText(/^Said yes on Sun 4 Jan 2099, 3:30 pm\./)).toBeDefined();
  expect(screen.getByRole("heading", { name: "No one yet" })).toBeDefined();
  expect(callLink()).toBeNull();
  expect(await acts()[0]?.json()).toEqual({ donor: "d1", reason: "Asked for money" });
});

test("the error of a report is shown although its dialog was closed", async () => {
  const end = later();
  open("/bloodrequest/own", request);
  await writeReport("A wrong number");
  await press("Send report");
  await userEvent.keyboard("{Escape}");
  expect(screen.queryByRole("dialog")).toBeNull();
  end(refused(422, "invalid_fields", "Too long", [{ field: "reason", message: "Too long" }]));
  await vi.waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: "Too long" }]));
});

test("a failed report keeps its text", async () => {
  told.act = () => refused(429, "too_many_tries", "Too many.");
  open("/bloodrequest/own", request);
  await writeReport("A wrong number");
  await press("Send report");
  await vi.waitFor(() => expect(takeToasts()).toEqual([{ tone: "bad", text: "Too many." }]));
  expect(screen.getByLabelText<HTMLTextAreaElement>("What happened?").value).toBe("A wrong number");
});

test.each([
  ["We have the blood, thank you", true, "Fulfilled"],
  ["No longer needed", false, "Closed"],
])("closing with “%s” is asked about once more", async (name, fulfilled, status) => {
  told.act = shown({ ...request, status, accepted: [] });
  open("/bloodrequest/own", request);
  await press(name);
  expect(acts()).toEqual([]);
  await pressInDialog(name);
  expect(await screen.findByText(status)).toBeDefined();
  expect(await acts()[0]?.json()).toEqual({ fulfilled });
  expect(screen.queryByRole("button", { name })).toBeNull();
});

test("a donor sees no number before the yes, and the contact after it", async () => {
  told.act = () => answer(accepted, "Thank you!");
  open("/bloodanswer", asked);
  await screen.findByText("Your group O− matches B+.");
  expect(callLink()).toBeNull();
  await press("Yes, I can give blood");
  const call = await screen.findByRole("link", { name: "Call Rekha: 9876543212" });
  expect(call.getAttribute("href")).toBe("tel:+919876543212");
  expect(screen.getByText("Mathew")).toBeDefined();
  expect(lines()).toEqual(["POST /user/api/bloodanswer/accept"]);
});

test("a donor who accepts too late gets thanks, not an error", async () => {
  told.act = () => {
    told.view = shown({ ...asked, status: "full" });
    return refused(409, "no_longer_needed", "Thank you, others were faster.");
  };
  open("/bloodanswer", asked);
  await press("Yes, I can give blood");
  expect(await screen.findByRole("heading", { name: /Enough donors have said yes/ })).toBeDefined();
  expect(takeToasts()).toEqual([{ tone: "good", text: "Thank you, others were faster." }]);
  expect(screen.queryByRole("button", { name: "Yes, I can give blood" })).toBeNull();
});

test("a yes is taken back after a question", async () => {
  told.act = shown({ ...asked, status: "declined" });
  open("/bloodanswer", accepted);
  await press("Withdraw");
  expect(acts()).toEqual([]);
  await pressInDialog("Withdraw");
  expect(await screen.findByRole("heading", { name: "Thank you for telling us" })).toBeDefined();
  expect(lines()).toEqual(["POST /user/api/bloodanswer/decline"]);
  expect(callLink()).toBeNull();
  told.act = shown(accepted);
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
      "The requester saw your name and number, most recently on Sun 4 Jan 2099, 6:00 pm, and can no longer see them.",
    ),
  ).toBeDefined();
  expect(screen.queryByRole("button", { name: "Withdraw" })).toBeNull();
  expect(screen.getByRole("button", { name: "Report a problem" })).toBeDefined();
});

test("a donor without disclosures gets a note, and nothing to report", async () => {
  open("/bloodanswer", { ...asked, status: "declined" });
  expect(await screen.findByText("No one has seen your name and number.")).toBeDefined();
  expect(screen.queryByRole("button", { name: "Report a problem" })).toBeNull();
});

test("a yes is taken back after the end too", async () => {
  told.act = shown({ ...asked, status: "ended" });
  open("/bloodanswer", { ...asked, status: "ended", saidYes: true });
  await press("Withdraw");
  await pressInDialog("Withdraw");
  await vi.waitFor(() => expect(screen.queryByRole("button", { name: "Withdraw" })).toBeNull());
  expect(lines()).toEqual(["POST /user/api/bloodanswer/decline"]);
});

test("a request that waits for a look says so, and a hospital that we do not know is marked", async () => {
  open("/bloodrequest/own", {
    ...request,
    inDirectory: false,
    held: true,
    heldUntil: "2099-01-04T12:30:00Z",
  });
  expect(await screen.findByRole("heading", { name: "Your request is being reviewed first" })).toBeDefined();
  expect(screen.getByText(/If no one does, we ask them at Sun 4 Jan 2099, 6:00 pm/)).toBeDefined();
  // It must not say at the same time that donors are being asked.
  expect(screen.queryByText("Donors are being asked")).toBeNull();
  expect(screen.getByText("General Hospital (not on our list)")).toBeDefined();
});

test("a request that only an administrator releases says so", async () => {
  open("/bloodrequest/own", { ...request, held: true, heldUntil: null });
  expect(await screen.findByText(/An administrator reviews your request before we ask donors/)).toBeDefined();
});

test.each([
  ["/bloodrequest/own", "No longer needed", request],
  ["/bloodanswer", "Withdraw", accepted],
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

test("while a request is checked first, nothing says that donors are asked", async () => {
  open("/bloodrequest/own", {
    ...request,
    held: true,
    heldUntil: null,
    asked: 0,
    declined: 0,
    accepted: [],
    former: [],
  });
  expect(await screen.findByText("Being checked")).toBeDefined();
  expect(screen.queryByText("Donors are being asked")).toBeNull();
  expect(screen.queryByText("0")).toBeNull();
});

test("before the first donor is asked, no count of zero is shown", async () => {
  open("/bloodrequest/own", { ...request, asked: 0, declined: 0, accepted: [], former: [] });
  expect(await screen.findByText("Looking for donors")).toBeDefined();
  expect(screen.queryByText("0")).toBeNull();
});
