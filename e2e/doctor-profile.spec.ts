import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expectAccessible, expectContrastInTheDark } from "./accessible";
import { bookVisit, daysAhead, freeTimes, type Visit } from "./clinic";
import { expect, expectMessage, test } from "./fixtures";
import { expectMail, signInAsUser } from "./people";
import { devices, hydrated, weekTiles } from "./site";
import { textsIn } from "./texts";
import { type SignedIn, signInAsDoctor } from "./workers";

/** Runs an action, and expects the message of the server's answer. Requests for a preview of affected bookings do not count. */
async function andIsTold(page: Page, call: string, act: () => Promise<void>) {
  const answered = page.waitForResponse(
    (response) =>
      response.request().method() !== "GET" &&
      response.url().includes(call) &&
      !response.url().includes("preview="),
  );
  await act();
  const body = await (await answered).json();
  await expectMessage(page, body.message);
  return body;
}

async function statusOf(request: APIRequestContext, { user }: Visit): Promise<string> {
  const own = await request.get(`/user/api/previous/booking/${user.id}`, { headers: user.headers });
  return (await own.json()).data[0].status;
}

for (const { language, viewport } of devices) {
  const t = textsIn(language);
  const press = (where: Page | Locator, key: string, values = {}) =>
    where.getByRole("button", { name: t(key, values), exact: true }).click();
  const edit = (page: Page, key: string) => press(page, "profile_edit", { label: t(key).toLowerCase() });
  const field = (page: Page, key: string) => page.getByLabel(t(key), { exact: true });

  /** The doctor's page as patients see it, on another device. */
  async function dayTiles(page: Page, doctor: SignedIn): Promise<Locator> {
    await page.goto(`/doctors/${doctor.id}`);
    const week = weekTiles(page);
    await expect(week).toHaveCount(7);
    return week;
  }

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language });

    test("a doctor changes hours, break and days off, and patients see it", async ({ page, request }) => {
      const doctor = await signInAsDoctor(page);
      const days = (await daysAhead(request, doctor.id)).map(({ day }) => day);
      const [fourth = "", fifth = "", , last] = days.slice(3);
      const visit = await bookVisit(request, doctor.id, { day: last, time: "09:00" });

      await page.goto("/doctor/profile");
      await hydrated(page);
      await expect(page.getByText(t("doctor_name", { name: doctor.name }), { exact: true })).toBeVisible();
      await edit(page, "join_start");
      await field(page, "join_start").fill("18:00");
      await press(page, "profile_submit");
      await expect(page.getByRole("alert")).toContainText(t("join_end_before_start"));
      await expect(field(page, "join_end")).toHaveValue("17:00");
      await field(page, "join_start").fill("15:00");
      await press(page, "profile_submit");
      const question = page.getByRole("dialog", { name: t("stranded_title"), exact: true });
      await expect(question).toContainText(visit.name);
      const saved = await andIsTold(page, "/doctor/profile/", () =>
        press(question, "stranded_bookings_save"),
      );
      expect(saved.data.outside).toBe(1);
      await expect(page.getByText(t("outside_hours_count", { count: "1" }))).toBeVisible();
      await expect(page.getByRole("link", { name: t("outside_hours_link") })).toHaveAttribute(
        "href",
        "/doctor/appointments",
      );
      await edit(page, "doctor_hospital");
      // Where the page is scrolled to, the sticky header may cover a part of a button, which axe counts as too small.
      await page.evaluate(() => window.scrollTo(0, 0));
      await expectAccessible(page);
      await expectContrastInTheDark(page);

      await page.goto("/doctor/schedule");
      const daysOff = page.getByRole("group", { name: t("schedule_days_off") });
      const place = (new Date(`${fourth}T00:00:00Z`).getUTCDay() + 6) % 7;
      await daysOff.getByRole("checkbox").nth(place).check();
      await press(page, "schedule_break_add");
      await field(page, "schedule_break_from").fill("16:00");
      await field(page, "schedule_break_to").fill("16:30");
      await andIsTold(page, "/doctor/schedule/", () => press(page, "action_save"));
      await expect(page.getByRole("button", { name: t("action_save"), exact: true })).toBeDisabled();
      await page.reload();
      await expect(daysOff.getByRole("checkbox").nth(place)).toBeChecked();
      await expect(field(page, "schedule_break_to")).toHaveValue("16:30");
      await expectAccessible(page);

      await signInAsUser(page);
      const tiles = await dayTiles(page, doctor);
      await expect(tiles.nth(3)).toContainText(t("schedule_day_off"));
      await expect(page.getByRole("main")).toContainText(
        t("value_range", {
          from: t("time_format_afternoon", { time: "3:00" }),
          to: t("time_format_evening", { time: "5:00" }),
        }),
      );
      const free = ["15:00", "15:15", "15:30", "15:45", "16:30", "16:45"];
      expect(await freeTimes(request, doctor.id, fifth)).toEqual(free);
      await tiles.nth(4).click();
      const panel = page.getByRole("dialog", { name: t("schedule_title"), exact: true });
      await expect(panel.getByRole("group", { name: t("slot_choose_time") }).getByRole("radio")).toHaveCount(
        free.length,
      );
      await press(panel, "slot_cancel");

      await page.goto("/doctor/schedule");
      await press(page, "schedule_break_remove");
      await andIsTold(page, "/doctor/schedule/", () => press(page, "action_save"));
      expect(await freeTimes(request, doctor.id, fifth)).toEqual([...free, "16:00", "16:15"].sort());
    });

    test("leave shows what is booked, and asks the patients for another time", async ({ page, request }) => {
      const doctor = await signInAsDoctor(page);
      const day = (await daysAhead(request, doctor.id))[6]?.day ?? "";
      const visit = await bookVisit(request, doctor.id, { day });

      await page.goto("/doctor/schedule");
      await field(page, "leave_day").fill(day);
      await expect(page.getByRole("main")).toContainText(visit.name);
      await field(page, "leave_note").fill("Medical conference");
      await page.getByRole("radio", { name: t("leave_bookings_notify") }).check();
      await expectAccessible(page);
      await andIsTold(page, "/doctor/leave/", () => press(page, "leave_save_notify"));
      await expect(field(page, "leave_day")).toHaveValue("");
      await expect(page.getByText("Medical conference")).toBeVisible();

      await expectMail(visit.user.email, "Medical conference");
      expect(await statusOf(request, visit)).toBe("Pending");
      expect(await freeTimes(request, doctor.id, day)).toEqual([]);
      await expect((await dayTiles(page, doctor)).nth(6)).toContainText(t("why_leave_short"));

      await page.goto("/doctor/schedule");
      await andIsTold(page, "/doctor/leave/", () =>
        page.getByRole("button", { name: t("leave_remove", { days: "" }) }).click(),
      );
      await expect(page.getByText(t("leave_none"), { exact: true })).toBeVisible();
      await expect((await dayTiles(page, doctor)).nth(6)).toBeEnabled();
    });
  });
}

test("leave can cancel what is booked, and the patient is told", async ({ page, request }) => {
  const t = textsIn("en");
  const doctor = await signInAsDoctor(page);
  const [first = "", last = ""] = (await daysAhead(request, doctor.id)).slice(4).map(({ day }) => day);
  const visit = await bookVisit(request, doctor.id, { day: last });

  await page.goto("/doctor/schedule");
  await page.getByRole("radio", { name: t("leave_several") }).check();
  await page.getByLabel(t("leave_from"), { exact: true }).fill(last);
  await page.getByLabel(t("leave_to"), { exact: true }).fill(first);
  await page.getByRole("button", { name: t("leave_save"), exact: true }).click();
  await expect(page.getByRole("alert")).toContainText(t("leave_end_before"));
  await page.getByLabel(t("leave_from"), { exact: true }).fill(first);
  await page.getByLabel(t("leave_to"), { exact: true }).fill(last);
  await expect(page.getByRole("main")).toContainText(visit.name);
  await page.getByLabel(t("leave_note"), { exact: true }).fill("Out of town");
  await page.getByRole("radio", { name: t("leave_bookings_cancel") }).check();
  await andIsTold(page, "/doctor/leave/", () =>
    page.getByRole("button", { name: t("leave_save_cancel"), exact: true }).click(),
  );
  expect(await statusOf(request, visit)).toBe("Cancelled");
  await expectMail(visit.user.email, "Out of town");
});
