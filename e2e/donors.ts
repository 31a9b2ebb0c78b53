/** Blood donors and requesters of the installation under test. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext } from "@playwright/test";
import { dayIn } from "./clock";
import { expect } from "./fixtures";
import { folder } from "./installation";
import { mailedLink, newEmail, newName, newPhone } from "./people";

export interface Place {
  State: string;
  District: string;
}

const taken = join(folder, "places");

/** The first process that creates a file of that name has the place; the others try the next one. */
function isOurs({ State, District }: Place): boolean {
  try {
    writeFileSync(join(taken, `${State}, ${District}`), "", { flag: "wx" });
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  }
}

/** No donors of the demo or of other tests live there, so it is known whom a request reaches. */
export async function quietPlace(request: APIRequestContext): Promise<Place> {
  const answer = await request.get("/user/api/reference");
  const states: { name: string; districts: { name: string }[] }[] = (await answer.json()).data.states;
  const places = states
    .filter(({ name }) => name !== "Kerala")
    .flatMap(({ name, districts }) =>
      districts.map((district) => ({ State: name, District: district.name })),
    );
  mkdirSync(taken, { recursive: true });
  const place = places.find(isOurs);
  if (!place) throw new Error("every place outside Kerala is taken");
  return place;
}

export interface Donor extends Place {
  Name: string;
  Blood_group: string;
  Gender: string;
  Age: string;
  Email: string;
  Phone_number: string;
}

export function newDonor(place: Place, name = "Asha"): Donor {
  return {
    Name: newName(name),
    Blood_group: "O-",
    Gender: "Female",
    Age: "34",
    Email: newEmail(name.toLowerCase()),
    Phone_number: newPhone(),
    ...place,
  };
}

/** A registration of a new donor, or a repeated one of a known donor. It takes effect only when it is confirmed. */
export async function toldDonor(request: APIRequestContext, donor: Donor): Promise<Donor> {
  const answer = await request.post("/user/api/bloodregister", { data: { ...donor, consent: true } });
  expect(answer.status(), await answer.text()).toBe(201);
  return donor;
}

/** A donor who has confirmed by the mailed link, and can be asked. */
export async function registeredDonor(request: APIRequestContext, donor: Donor): Promise<Donor> {
  await toldDonor(request, donor);
  const link = await mailedLink(donor.Email, "/blooddonor");
  const confirmed = await request.post("/user/api/blooddonor/confirm", { headers: bearer(link) });
  expect(confirmed.ok(), await confirmed.text()).toBe(true);
  return donor;
}

/** One unit of B+, needed in three days. */
export function newRequest(place: Place) {
  return {
    Patient_name: newName("Mathew"),
    Blood_group: "B+",
    Units: "1",
    Hospital: "General Hospital",
    Needed_by: dayIn(3),
    Contact_name: newName("Rekha"),
    Email: newEmail("rekha"),
    Phone_number: newPhone(),
    ...place,
  };
}

/** Headers for calls by the mailed link. */
export function bearer(link: string): { Authorization: string } {
  return { Authorization: `Bearer ${link.split("#")[1]}` };
}

/** The requester's link to an unconfirmed request. */
export async function sentRequest(
  request: APIRequestContext,
  wanted: ReturnType<typeof newRequest>,
  mails = 1,
): Promise<string> {
  const answer = await request.post("/user/api/bloodrequest", { data: wanted });
  expect(answer.status(), await answer.text()).toBe(201);
  return mailedLink(wanted.Email, "/bloodrequest/own", mails);
}

/** The requester's link to a confirmed request, whose donors are being asked. */
export async function confirmedRequest(
  request: APIRequestContext,
  wanted: ReturnType<typeof newRequest>,
  /** The number of mails with a link to a request that its address has received. */
  mails = 1,
): Promise<string> {
  const link = await sentRequest(request, wanted, mails);
  const confirmed = await request.post("/user/api/bloodrequest/confirm", { headers: bearer(link) });
  expect(confirmed.ok(), await confirmed.text()).toBe(true);
  return link;
}

/** An asked donor's answer. */
export async function says(
  request: APIRequestContext,
  donor: Donor,
  answer: "accept" | "decline",
): Promise<void> {
  const link = await mailedLink(donor.Email, "/bloodanswer");
  const answered = await request.post(`/user/api/bloodanswer/${answer}`, { headers: bearer(link) });
  expect(answered.ok(), await answered.text()).toBe(true);
}
