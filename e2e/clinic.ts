/** A doctor's week as patients see it, and visits booked through the API. */
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { today } from "./clock";
import { expect } from "./fixtures";
import { newName, newUser, type User } from "./people";
import type { textsIn } from "./texts";

/** The row of a patient on the page Today. */
export const comer = (page: Page, name: string): Locator =>
  page.getByRole("listitem").filter({ hasText: name });

/** Marks a patient on the page Today: by the button of the row, or by its menu. */
export async function markComer(
  page: Page,
  t: ReturnType<typeof textsIn>,
  name: string,
  key: string,
): Promise<void> {
  const row = comer(page, name);
  const step = row.getByRole("button", { name: t(key), exact: true });
  const more = row.getByRole("button", { name: t("queue_more", { name }), exact: true });
  await expect(step.or(more).first()).toBeVisible();
  // The row may still show the state before the last live update.
  const isStep = await step.waitFor({ timeout: 1_000 }).then(
    () => true,
    () => false,
  );
  if (isStep) return step.click();
  await more.click();
  await page.getByRole("menuitem", { name: t(key), exact: true }).click();
}

/** Closes the dialog that shows a walk-in's token. */
export async function closeToken(page: Page, t: ReturnType<typeof textsIn>): Promise<void> {
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("action_close"), exact: true })
    .click();
  await expect(page.getByRole("dialog")).toBeHidden();
}

/** Connects a screen: `screen` opens /screen and shows a code, which is typed in on the page Today. */
export async function connectScreen(page: Page, screen: Page, t: ReturnType<typeof textsIn>): Promise<void> {
  await screen.goto("/screen");
  const code = screen.getByText(/^\d{3} \d{3}$/);
  await page.getByLabel(t("queue_screen_code")).fill((await code.textContent()) ?? "");
  await page.getByRole("button", { name: t("queue_screen_add"), exact: true }).click();
  await expect(screen.getByRole("heading", { name: t("screen_serving") })).toBeVisible();
}

/** The token of the patient who is with the doctor, on the waiting room's screen. */
export const serving = (screen: Page, t: ReturnType<typeof textsIn>): Locator =>
  screen.getByRole("heading", { name: t("screen_serving") }).locator("xpath=following-sibling::p");

/** Today and the six days after it, by the server's clock. */
export async function daysAhead(
  request: APIRequestContext,
  doctorId: string,
): Promise<{ day: string; free: number }[]> {
  const answer = await request.get(`/user/api/doctor/${doctorId}/availability`, { params: { days: 7 } });
  return (await answer.json()).data;
}

export async function freeTimes(
  request: APIRequestContext,
  doctorId: string,
  day: string,
): Promise<string[]> {
  const answer = await request.get(`/user/api/doctor/${doctorId}/slots`, { params: { date: day } });
  return (await answer.json()).data.map(({ time }: { time: string }) => time);
}

export interface Visit {
  id: string;
  /** The patient's name, unique to this visit. */
  name: string;
  user: User;
}

interface Wish {
  user?: User;
  day?: string;
  time?: string;
  /** What the patient says of the visit. */
  note?: { visitType: "first" | "review"; visitReason: string };
}

/** Books a visit: by a new user, at the last free time of the week or day, unless `wish` says otherwise. */
export async function bookVisit(
  request: APIRequestContext,
  doctorId: string,
  wish: Wish = {},
): Promise<Visit> {
  const user = wish.user ?? (await newUser(request));
  const date = wish.day ?? (await daysAhead(request, doctorId)).at(-1)?.day ?? "";
  const time = wish.time ?? (await freeTimes(request, doctorId, date)).at(-1);
  const name = newName("Kunjamma");
  const booked = await request.post(`/user/api/doctor/${doctorId}/appointment/booking/${user.id}`, {
    headers: user.headers,
    data: { name, phoneNumber: user.phone_number, date, time, ...wish.note },
  });
  expect(booked.ok(), await booked.text()).toBe(true);
  return { id: (await booked.json()).data._id, name, user };
}

/** Approves or rejects a booking as the doctor or the desk. */
export async function decide(
  request: APIRequestContext,
  { headers }: { headers: { Authorization: string } },
  decision: "approve" | "reject",
  { id }: Visit,
): Promise<void> {
  const decided = await request.patch(`/user/api/doctor/appointment/${decision}/${id}`, {
    headers,
    data: {},
  });
  expect(decided.ok(), await decided.text()).toBe(true);
}

/** Approved visits of today, the soonest first. */
export async function visitsToday(
  request: APIRequestContext,
  doctor: { id: string; headers: { Authorization: string } },
  count: number,
): Promise<Visit[]> {
  const day = today();
  const times = (await freeTimes(request, doctor.id, day)).slice(0, count);
  const visits: Visit[] = [];
  for (const time of times) {
    const visit = await bookVisit(request, doctor.id, { day, time });
    await decide(request, doctor, "approve", visit);
    visits.push(visit);
  }
  expect(visits, "visits of today").toHaveLength(count);
  return visits;
}
