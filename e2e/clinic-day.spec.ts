/**
 * A doctor's day at two places, from the booking to the last patient: two sessions, reminders, an assistant who does half of it, a late
 * doctor, a walk-in and a no-show. The patient's page and the screen of the waiting room are updated live.
 */
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expectAccessible, expectToFit } from "./accessible";
import { bookVisit, closeToken, comer, connectScreen, decide, markComer, serving } from "./clinic";
import { dayIn, instantOf, today } from "./clock";
import { expect, expectMessage, test } from "./fixtures";
import { expectMail, mailsTo, newName, newPhone, signInAsUser } from "./people";
import { devices, hydrated, weekTiles } from "./site";
import { textsIn } from "./texts";
import { approvedDoctor, hospitalOf, type SignedIn, signInAsDoctor, signInAtDesk, staffOf } from "./workers";

const weekdays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/** Mornings at the hospital, for another fee, and evenings at the doctor's own clinic, every day. */
async function writeWeek(request: APIRequestContext, doctor: SignedIn, hospital: SignedIn): Promise<void> {
  const sessions = weekdays.flatMap((weekday) => [
    { weekday, from: "10:00", to: "12:00", place: hospital.id, fee: 650 },
    { weekday, from: "17:00", to: "19:00" },
  ]);
  const { id, headers } = doctor;
  const saved = await request.put(`/user/api/doctor/sessions/${id}`, { headers, data: { sessions } });
  expect(saved.ok(), await saved.text()).toBe(true);
}

/** The reminders' subjects, as the server writes them. */
const reminders = {
  en: { evening: "Your visit is tomorrow", soon: "Your visit is soon" },
  ml: {
    evening: "നാളെ നിങ്ങളുടെ സന്ദർശനം",
    soon: "നിങ്ങളുടെ സന്ദർശനത്തിന് സമയമാകുന്നു",
  },
};

/** The reminder with this subject, once it was sent. */
async function reminder(email: string, title: string): Promise<string> {
  await expectMail(email, title);
  return mailsTo(email).find((mail) => mail.includes(title)) ?? "";
}

for (const { language, viewport } of devices) {
  const t = textsIn(language);
  const button = (within: Locator | Page, key: string) =>
    within.getByRole("button", { name: t(key), exact: true });
  const mark = (on: Page, name: string, key: string) => markComer(on, t, name, key);
  const said = (on: Page, key: string, values?: Record<string, string>) =>
    expect(on.getByText(t(key, values), { exact: true })).toBeVisible();

  async function look(on: Page): Promise<void> {
    await expectAccessible(on);
    await expectToFit(on);
    await on.setViewportSize(viewport);
  }

  /** Books tomorrow's slot at that time as patients do, and waits for the doctor's answer. */
  async function book(page: Page, doctor: SignedIn, time: string, shown: string[]): Promise<void> {
    await page.goto(`/doctors/${doctor.id}`);
    await hydrated(page);
    await weekTiles(page).nth(1).click();
    const panel = page.getByRole("dialog", { name: t("schedule_title"), exact: true });
    await panel.getByRole("radio", { name: t("slot_name", { time }), exact: true }).check();
    for (const text of shown) await expect(panel).toContainText(text);
    await button(panel, "slot_proceed").click();
    await expect(page).toHaveURL("/doctor/appointment");
    const booked = page.waitForResponse("**/appointment/booking/**");
    await button(page, "patient_submit").click();
    await expectMessage(page, (await (await booked).json()).message);
  }

  /** Approves a request, on the doctor's page or at the desk. */
  async function approve(on: Page, name: string): Promise<void> {
    await on.getByRole("button", { name: t("clinic_approve_visit", { name, when: "" }) }).click();
    await button(on.getByRole("dialog"), "clinic_approve").click();
    await expect(on.getByRole("dialog")).toBeHidden();
  }

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({
      viewport,
      language,
      // Accounts keep the language in which they were created: mails are written in it.
      locale: `${language}-IN`,
      ownProgram: {},
      // The browser's messages about a program that restarts.
      expectedComplaints: [/ERR_/],
    });

    test("a clinic's day", async ({ page, request, elsewhere, own, moveTo }) => {
      const device = async () => {
        const made = await elsewhere();
        await made.setViewportSize(viewport);
        return made;
      };
      const doctor = await approvedDoctor(request);
      const hospital = await hospitalOf(request, doctor);
      await writeWeek(request, doctor, hospital);
      const tomorrow = dayIn(1);

      // The day before: one patient books in the browser, the other bookings exist already.
      const patient = await device();
      const user = await signInAsUser(patient);
      const at = (time: string) => bookVisit(request, doctor.id, { day: tomorrow, time });
      const [first, missing, evening] = [await at("10:00"), await at("10:30"), await at("17:00")];
      await book(patient, doctor, t("time_format_morning", { time: "10:15" }), [hospital.name, "₹650"]);

      // The doctor answers one request, the assistant another.
      const assistant = await staffOf(request, doctor);
      await signInAsDoctor(page, doctor);
      await page.goto("/doctor/appointments");
      await hydrated(page);
      const desk = await device();
      await signInAtDesk(desk, assistant);
      await desk.goto("/desk/requests");
      await hydrated(desk);
      await approve(page, first.name);
      await approve(desk, user.username);
      for (const visit of [missing, evening]) await decide(request, assistant, "approve", visit);

      // Each reminder names its place.
      await moveTo(instantOf(today(), "18:00"));
      await own.restart();
      const eve = await reminder(user.email, reminders[language].evening);
      expect(eve).toContain(hospital.name);
      // A patient who was not registered by a browser gets English mails.
      const clinics = await reminder(evening.user.email, reminders.en.evening);
      expect(clinics).toContain("MG Road, Kochi");
      expect(clinics).not.toContain(hospital.name);
      await moveTo(instantOf(tomorrow, "08:20"));
      await own.restart();
      const soon = await reminder(user.email, reminders[language].soon);
      const link = /\/visit#[^\s"<]+/.exec(soon)?.[0] ?? "";

      // The morning at the hospital: all pages show the same queue.
      await moveTo(instantOf(tomorrow, "10:00"));
      await patient.goto(link);
      await hydrated(patient);
      await said(patient, "visit_before", { count: "1" });
      await expect(patient.getByText(hospital.name)).toBeVisible();
      await look(patient);
      await page.goto("/doctor/today");
      await hydrated(page);
      const screen = await device();
      await connectScreen(page, screen, t);
      await expect(serving(screen, t)).toHaveText("–");
      await look(screen);
      const next = screen.getByRole("listitem");
      await expect(next).toHaveText(["1", "2", "3"]);
      await desk.goto("/desk/today");
      await hydrated(desk);
      for (const on of [page, desk]) {
        await expect(comer(on, first.name)).toBeVisible();
        await expect(on.getByRole("heading", { name: hospital.name })).toBeVisible();
        await look(on);
      }

      // The assistant announces the doctor's delay.
      await desk.getByLabel(t("queue_late_label")).selectOption("20");
      await button(desk, "queue_late_tell").click();
      await said(patient, "visit_late", { minutes: "20" });
      await said(screen, "screen_late", { minutes: "20" });
      await moveTo(instantOf(tomorrow, "10:20"));

      // Arrivals are marked at the desk, and called in by the doctor, whose page is updated at once.
      await mark(desk, first.name, "queue_arrived");
      await mark(desk, user.username, "queue_arrived");
      await expect(comer(page, first.name)).toContainText(t("queue_state_arrived"));
      await mark(page, first.name, "queue_call");
      await expect(serving(screen, t)).toHaveText("1");
      await said(patient, "visit_next");

      // A walk-in is behind arrived patients with a slot, and before expected ones.
      const walkIn = newName("Rajan");
      await button(desk, "queue_walk_in").click();
      const dialog = desk.getByRole("dialog");
      await dialog.getByLabel(t("confirm_patient_name")).fill(walkIn);
      await dialog.getByLabel(t("field_phone_number")).fill(newPhone());
      await button(dialog, "queue_walk_in_yes").click();
      await closeToken(desk, t);
      await expect(next).toHaveText(["2", "W1", "3"]);
      await expect(comer(page, walkIn)).toContainText("W1");

      await mark(page, user.username, "queue_call");
      await said(patient, "visit_called");
      await expect(serving(screen, t)).toHaveText("2");
      await expect(comer(desk, first.name)).toContainText(t("queue_done"));
      await mark(page, user.username, "queue_done");
      await said(patient, "visit_done");
      await expect(serving(screen, t)).toHaveText("–");

      // An absent patient is skipped, once their slot has begun.
      await moveTo(instantOf(tomorrow, "10:40"));
      await mark(desk, missing.name, "queue_absent");
      await expect(next).toHaveText(["W1"]);
      await mark(desk, walkIn, "queue_call");
      await expect(serving(screen, t)).toHaveText("W1");
      await mark(page, walkIn, "queue_done");
      await expect(next).toHaveCount(0);

      // The evening at the doctor's own clinic has separate tokens.
      await moveTo(instantOf(tomorrow, "17:00"));
      const late = await device();
      await signInAsUser(late, evening.user);
      await late.goto("/user/bookings");
      await late.getByRole("link", { name: t("queue_open"), exact: true }).click();
      await said(late, "visit_next");
      await expect(late.getByText("MG Road, Kochi")).toBeVisible();
      await expect(late.getByText(hospital.name)).toHaveCount(0);
      await screen.reload();
      await expect(next).toHaveText(["1"]);
      await mark(desk, evening.name, "queue_arrived");
      await mark(page, evening.name, "queue_call");
      await said(late, "visit_called");
      await expect(serving(screen, t)).toHaveText("1");
      await mark(page, evening.name, "queue_done");
      await said(late, "visit_done");

      // The doctor's page shows what the assistant did, with the assistant's name.
      await page.goto("/doctor/assistants");
      const acts = page.getByRole("list", { name: t("desk_acts_title"), exact: true }).getByRole("listitem");
      const act = (name: string, text: string) =>
        expect(acts.filter({ hasText: name }).filter({ hasText: text }).first()).toContainText(
          t("desk_by_assistant", { name: assistant.name }),
        );
      await act(user.username, t("admin_did_approve"));
      await act(first.name, t("queue_arrived"));
      await act(walkIn, t("admin_did_walkin"));
      await act(missing.name, t("queue_absent"));
      await expect(acts.filter({ hasText: t("desk_act_late", { minutes: "20" }) })).toHaveCount(1);
    });
  });
}
