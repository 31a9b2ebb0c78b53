/** Blood donors and requesters of the installation under test, and the private links that they are mailed. */
import { randomInt, randomUUID } from "node:crypto";
import type { APIRequestContext } from "@playwright/test";
import { expect } from "./fixtures";
import { mailsTo } from "./people";

export interface Place {
  State: string;
  District: string;
}

/** Of the demo's donors and of other journeys nobody lives there: whom a request reaches is then known. */
export async function quietPlace(request: APIRequestContext): Promise<Place> {
  const answer = await request.get("/user/api/reference");
  const states: { name: string; districts: { name: string }[] }[] = (await answer.json()).data.states;
  const places = states
    .filter(({ name }) => name !== "Kerala")
    .flatMap(({ name, districts }) =>
      districts.map((district) => ({ State: name, District: district.name })),
    );
  const place = places[randomInt(places.length)];
  if (!place) throw new Error("the server knows no place outside Kerala");
  return place;
}

const newPhone = () => `9${String(randomInt(1e9)).padStart(9, "0")}`;
const newEmail = (name: string) => `${name}-${randomUUID()}@example.com`;

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
    Name: `${name} Nair`,
    Blood_group: "O-",
    Gender: "Female",
    Age: "34",
    Email: newEmail(name.toLowerCase()),
    Phone_number: newPhone(),
    ...place,
  };
}

export async function registeredDonor(request: APIRequestContext, donor: Donor): Promise<Donor> {
  const answer = await request.post("/user/api/bloodregister", { data: { ...donor, consent: true } });
  expect(answer.status(), await answer.text()).toBe(201);
  return donor;
}

/** One unit of B+, needed in three days. */
export function newRequest(place: Place) {
  const threeDays = 3 * 24 * 60 * 60 * 1000;
  return {
    Patient_name: "Mathew Varghese",
    Blood_group: "B+",
    Units: "1",
    Hospital: "General Hospital",
    Needed_by: new Date(Date.now() + threeDays).toISOString().slice(0, 10),
    Contact_name: "Rekha Varghese",
    Email: newEmail("rekha"),
    Phone_number: newPhone(),
    ...place,
  };
}

export type Page = "/blooddonor" | "/bloodrequest/own" | "/bloodanswer";

/** Where the newest mailed link to a private page leads, once there are so many mails with one. */
export async function mailedLink(email: string, page: Page, mails = 1): Promise<string> {
  let links: string[] = [];
  await expect
    .poll(
      () => {
        links = mailsTo(email).flatMap((mail) => {
          const link = new RegExp(`${page}#[\\w.~-]+`).exec(mail)?.[0];
          return link ? [link] : [];
        });
        return new Set(links).size;
      },
      { message: `mails to ${email} with a link to ${page}`, timeout: 20_000 },
    )
    .toBe(mails);
  return links.at(-1) ?? "";
}

/** A call in the name of whoever holds the mailed link. */
export function bearer(link: string): { Authorization: string } {
  return { Authorization: `Bearer ${link.split("#")[1]}` };
}

/** A request that is confirmed: its donors are being asked. */
export async function confirmedRequest(request: APIRequestContext, place: Place): Promise<string> {
  const wanted = newRequest(place);
  const answer = await request.post("/user/api/bloodrequest", { data: wanted });
  expect(answer.status(), await answer.text()).toBe(201);
  const link = await mailedLink(wanted.Email, "/bloodrequest/own");
  const confirmed = await request.post("/user/api/bloodrequest/confirm", { headers: bearer(link) });
  expect(confirmed.ok(), await confirmed.text()).toBe(true);
  return link;
}
