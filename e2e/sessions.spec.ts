/** Mornings at a hospital, evenings at the doctor's own clinic: the doctor enters the week, patients book at both places. */
import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectToFit } from "./accessible";
import { bookVisit, daysAhead, freeTimes } from "./clinic";
import { dayIn } from "./clock";
import { expect, expectMessage, test } from "./fixtures";
import { newUser, signInAsUser } from "./people";
import { devices, hydrated, weekTiles } from "./site";
import { textsIn } from "./texts";
import {
  approveChange,
  approvedDoctor,
  hospitalOf,
  type SignedIn,
  signInAsDoctor,
  tellInMalayalam,
} from "./workers";

const malayalam = { doctor: "മീര പിള്ള", hospital: "ആശ ഹോസ്പിറ്റൽ", address: "എം.ജി. റോഡ്, കൊച്ചി" };

for (const { language, viewport } of devices) {
  const t = textsIn(language);
  const press = (where: Page | Locator, key: string, values = {}) =>
    where.getByRole("button", { name: t(key, values), exact: true }).click();
  const field = (where: Page | Locator, key: string) => where.getByLabel(t(key), { exact: true });
  const dialog = (page: Page) => page.getByRole("dialog");
  const weekdayOf = (day: string) =>
    new Intl.DateTimeFormat(language === "ml" ? "ml-IN" : "en-US", {
      weekday: "long",
      timeZone: "UTC",
    }).format(new Date(`${day}T00:00:00Z`));
  const [nine, noon] = [
    t("time_format_morning", { time: "9:00" }),
    t("time_format_afternoon", { time: "12:00" }),
  ];
  const five = t("time_format_evening", { time: "5:00" });
  const hours = (from: string, to: string) => t("value_range", { from, to });

  /** Enters the hours of the open session. */
  async function writeHours(page: Page, from: string, to: string): Promise<void> {
    await field(dialog(page), "schedule_break_from").fill(from);
    await field(dialog(page), "schedule_break_to").fill(to);
  }

  /** Saves by `press`, and expects the message of the server's answer. The request for a preview of affected bookings does not count. */
  async function saveSessions(page: Page, press: () => Promise<void>): Promise<void> {
    const saved = page.waitForResponse(
      (response) => response.request().method() === "PUT" && /\/sessions\/[\w-]+$/.test(response.url()),
    );
    await press();
    await expectMessage(page, (await (await saved).json()).message);
  }

  /** Opens the slot picker at a day. */
  async function picker(page: Page, doctor: SignedIn, place: number): Promise<Locator> {
    await page.goto(`/doctors/${doctor.id}`);
    const week = weekTiles(page);
    await expect(week).toHaveCount(7);
    await week.nth(place).click();
    return page.getByRole("dialog", { name: t("schedule_title"), exact: true });
  }

  async function book(page: Page, doctor: SignedIn, time: string, shown: string[]): Promise<void> {
    const panel = await picker(page, doctor, 3);
    await panel.getByRole("radio", { name: t("slot_name", { time }), exact: true }).check();
    for (const text of shown) await expect(panel).toContainText(text);
    await press(panel, "slot_proceed");
    await expect(page).toHaveURL("/doctor/appointment");
    for (const text of shown) await expect(page.getByRole("main")).toContainText(text);
    const booked = page.waitForResponse("**/appointment/booking/**");
    await press(page, "patient_submit");
    await expectMessage(page, (await (await booked).json()).message);
  }

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language });

    test("two sessions at two places are written, booked, and named everywhere", async ({
      page,
      request,
      elsewhere,
    }) => {
      const doctor = await approvedDoctor(request);
      const hospital = await hospitalOf(request, doctor);
      await tellInMalayalam(request, hospital, malayalam.hospital, malayalam.address);
      const hospitalName = language === "ml" ? malayalam.hospital : hospital.name;
      const day = (await daysAhead(request, doctor.id))[3]?.day ?? "";
      const weekday = weekdayOf(day);

      await signInAsDoctor(page, doctor);
      await page.goto("/doctor/profile");
      await hydrated(page);
      await press(page, "profile_edit", { label: t("profile_name_ml").toLowerCase() });
      await field(page, "profile_name_ml").fill(malayalam.doctor);
      await press(page, "profile_submit");
      await expect(page.getByText(malayalam.doctor).first()).toBeVisible();
      await approveChange(request, doctor.id);

      await page.goto("/doctor/schedule");
      await press(page, "sessions_open");
      const ofDay = page.getByRole("region", { name: weekday, exact: true });
      await press(ofDay, "session_change_one", { day: weekday, hours: hours(nine, five) });
      await writeHours(page, "09:00", "12:00");
      await field(dialog(page), "session_place").selectOption(hospital.id);
      await field(dialog(page), "session_fee").fill("650");
      await press(dialog(page), "session_done");
      await press(ofDay, "session_new", { day: weekday });
      await writeHours(page, "11:00", "19:00");
      await press(dialog(page), "session_done");
      await expect(dialog(page)).toContainText(t("session_overlaps", { hours: hours(nine, noon) }));
      await writeHours(page, "17:00", "19:00");
      await expectAccessible(page);
      await press(dialog(page), "session_done");
      await press(ofDay, "session_copy_title", { day: weekday });
      for (const box of await dialog(page).getByRole("checkbox").all()) await box.check();
      await press(dialog(page), "session_copy_submit");
      await saveSessions(page, () => press(page, "sessions_save"));
      await expect(page.getByText(hospitalName)).toHaveCount(7);
      await expectAccessible(page);
      const { width, height } = viewport;
      await expectToFit(page);
      await page.setViewportSize({ width, height });

      // The profile's hours are read-only now.
      await page.goto("/doctor/profile");
      await expect(page.getByRole("link", { name: t("doctor_hours_sessions") })).toHaveCount(2);

      const patient = await elsewhere();
      await patient.setViewportSize(viewport);
      const user = await signInAsUser(patient);
      const doctorName = language === "ml" ? malayalam.doctor : doctor.name;
      await patient.goto(`/doctors/${doctor.id}`);
      await hydrated(patient);
      await expect(patient.getByRole("heading", { level: 1 })).toHaveText(
        t("doctor_name", { name: doctorName }),
      );
      for (const name of [hospitalName, t("doctor_clinic")]) {
        await expect(patient.getByRole("heading", { level: 3, name, exact: true })).toBeVisible();
      }
      await expectAccessible(patient);
      await book(patient, doctor, nine, [hospitalName, "₹650"]);
      await book(patient, doctor, five, [t("doctor_clinic"), "₹400"]);

      await patient.goto("/user/bookings");
      const visits = patient.getByRole("article");
      await expect(visits).toHaveCount(2);
      await expect(visits.filter({ hasText: hospitalName })).toContainText("₹650");
      await expect(visits.filter({ hasNotText: hospitalName })).toContainText("MG Road, Kochi");

      await page.goto("/doctor/appointments");
      const requests = page.getByRole("table", { name: t("clinic_requests") });
      await expect(requests).toContainText(hospitalName);
      await expect(requests).toContainText(t("doctor_own_clinic"));
      expect(await freeTimes(request, doctor.id, day)).toHaveLength(12 + 8 - 2);

      const own = await request.get(`/user/api/previous/booking/${user.id}`, { headers: user.headers });
      const places = (await own.json()).data.map(
        ({ place }: { place: { _id: string } | null }) => place?._id,
      );
      expect(places.sort()).toEqual([hospital.id, undefined]);
    });

    test("what leave for hours meets and what a change strands is shown before it is saved", async ({
      page,
      request,
    }) => {
      const doctor = await approvedDoctor(request);
      const day = (await daysAhead(request, doctor.id))[4]?.day ?? "";
      const weekday = weekdayOf(day);
      const user = await newUser(request);
      const early = await bookVisit(request, doctor.id, { user, day, time: "09:00" });
      const late = await bookVisit(request, doctor.id, { user, day, time: "16:00" });

      await signInAsDoctor(page, doctor);
      await page.goto("/doctor/schedule");
      await hydrated(page);
      await field(page, "leave_day").fill(day);
      await page.getByRole("checkbox", { name: t("leave_hours") }).check();
      await field(page, "schedule_break_from").last().fill("09:00");
      await field(page, "schedule_break_to").last().fill("10:00");
      await expect(page.getByRole("main")).toContainText(early.name);
      await expect(page.getByRole("main")).not.toContainText(late.name);
      await page.getByRole("radio", { name: t("leave_bookings_keep") }).check();
      await press(page, "leave_save");
      await expect(field(page, "leave_day")).toHaveValue("");
      await expect.poll(() => freeTimes(request, doctor.id, day)).not.toContain("09:45");
      expect(await freeTimes(request, doctor.id, day)).toContain("10:00");

      await press(page, "sessions_open");
      const ofDay = page.getByRole("region", { name: weekday, exact: true });
      await press(ofDay, "session_change_one", { day: weekday, hours: hours(nine, five) });
      await writeHours(page, "09:00", "12:00");
      await press(dialog(page), "session_done");
      await press(page, "sessions_save");
      const question = page.getByRole("dialog", { name: t("stranded_title"), exact: true });
      await expect(question).toContainText(late.name);
      await expect(question).not.toContainText(early.name);
      await expectAccessible(page);
      await press(question, "stranded_bookings_back");
      expect(await freeTimes(request, doctor.id, day)).toContain("15:00");
      await press(page, "sessions_save");
      await saveSessions(page, () => press(question, "stranded_bookings_save"));
      expect(await freeTimes(request, doctor.id, day)).not.toContain("15:00");

      await press(page, "sessions_simple");
      await saveSessions(page, () => press(dialog(page), "sessions_simple_yes"));
      await expect(page.getByRole("group", { name: t("schedule_days_off") })).toBeVisible();
      expect(await freeTimes(request, doctor.id, day)).toContain("15:00");
    });

    test("an extra session on a date can be booked and copied to the next week, and is taken away again", async ({
      page,
      request,
    }) => {
      const doctor = await approvedDoctor(request);
      const day = dayIn(5);
      await signInAsDoctor(page, doctor);
      await page.goto("/doctor/schedule");
      await hydrated(page);
      await press(page, "extra_new");
      await field(dialog(page), "leave_day").fill(day);
      await writeHours(page, "18:00", "19:00");
      await expectAccessible(page);
      await press(dialog(page), "extra_save");
      await expect(dialog(page)).toBeHidden();
      expect(await freeTimes(request, doctor.id, day)).toContain("18:45");
      const visit = await bookVisit(request, doctor.id, { day, time: "18:00" });

      await press(page, "extra_copy");
      await field(dialog(page), "extra_copy_from").fill(day);
      await field(dialog(page), "extra_copy_to").fill(dayIn(12));
      await expectAccessible(page);
      const copied = page.waitForResponse("**/user/api/doctor/sessions/*/copy");
      await press(dialog(page), "session_copy_submit");
      await expectMessage(page, (await (await copied).json()).message);
      const removals = page.getByRole("button", { name: t("extra_remove", { session: "" }) });
      await expect(removals).toHaveCount(2);
      await removals.last().click();
      await expect(removals).toHaveCount(1);

      await removals.click();
      const question = page.getByRole("dialog", { name: t("stranded_title"), exact: true });
      await expect(question).toContainText(visit.name);
      await press(question, "stranded_bookings_save");
      await expect(page.getByText(t("extra_none"), { exact: true })).toBeVisible();
      expect(await freeTimes(request, doctor.id, day)).not.toContain("18:45");
    });
  });
}
