/** Shared by the tests of the private pages: the pages with their links, and a mock server whose responses a test sets. */
import { fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach } from "vitest";
// Imported here, so that no test waits for the lazy chunk.
import "../components/action-dialog";
import { Page as Answer } from "../features/blood/pages/answer";
import { Page as Donor } from "../features/blood/pages/donor";
import { Page as OwnRequest } from "../features/blood/pages/own-request";
import { answer, renderPage, server } from "./page";

export const request = {
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
export const donor = {
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

interface MockResponses {
  /** The response to the list of contact disclosures. */
  seen: () => Response;
  /** `view`: the response to any other GET. `act`: the response to every other call. */
  view: () => Response;
  act: () => Response | Promise<Response>;
}

export const shown = (data: object) => () => answer(data);

export const told: MockResponses = { seen: shown([]), view: shown({}), act: shown({}) };

beforeEach(() => {
  told.seen = shown([]);
  server.mockImplementation(async ({ url, method }) => {
    if (url.includes("/reference")) return answer({ states: [] });
    if (url.endsWith("/reveals")) return told.seen();
    return method === "GET" ? told.view() : told.act();
  });
});

export const calls = () =>
  server.mock.calls.map(([call]) => call).filter(({ url }) => !url.includes("/reference"));
export const acts = () => calls().filter(({ method }) => method !== "GET");
export const lines = () => acts().map(({ method, url }) => `${method} ${new URL(url).pathname}`);
export const fill = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
export const press = async (name: string) => userEvent.click(await screen.findByRole("button", { name }));
export const pressInDialog = async (name: string) =>
  userEvent.click(within(await screen.findByRole("dialog")).getByRole("button", { name }));

export const pages = { "/bloodrequest/own": OwnRequest, "/bloodanswer": Answer, "/blooddonor": Donor };

export function open(path: keyof typeof pages, data: object) {
  const Page = pages[path];
  told.view = shown(data);
  return renderPage(<Page />, { at: `${path}#t` });
}
