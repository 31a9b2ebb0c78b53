import { randomInt } from "node:crypto";
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { daysAhead, freeTimes, type SignedInDoctor, signInAsDoctor } from "./doctors";
import { expect, test } from "./fixtures";
import { mailsTo, type Person, registered, signInAsUser } from "./people";
import { hydrated, languages } from "./site";
import { textsIn } from "./texts";

const sizes = [
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
];

const toast = (page: Page) => page.getByRole("alertdialog").last();

/** Does something that the server answers, and looks whether its message is shown. */
async function andIsTold(page: Page, call: string | RegExp, act: () => Promise<void>) {
  const answered = page.waitForResponse(
    (response) => response.request().method() !== "GET" && new RegExp(call).test(response.url()),
  );
  await act();
  const body = await (await answered).json();
  await expect(toast(page)).toContainText(body.message);
  return body;
}

/** A patient's visit, booked from another device. */
async function bookedVisit(request: APIRequestContext, doctor: SignedInDoctor, day: string, time: string) {
  const person: Person = await registered(request);
  const login = await request.post("/user/api/login", {
    data: { email: person.email, password: person.password },
  });
  const { token, data } = await login.json();
  const name = `Ammini ${randomInt(1e9)}`;
  const headers = { Authorization: `Bearer ${token}` };
  const booking = await request.post(`/user/api/doctor/${doctor.id}/appointment/booking/${data._id}`, {
    headers,
    data: { name, phoneNumber: person.phone_number, date: day, time },
  });
  expect(booking.ok()).toBe(true);

  async function status(): Promise<string> {
    const own = await request.get(`/user/api/previous/booking/${data._id}`, { headers });
    return (await own.json()).data[0].status;
  }
  return { name, email: person.email, status };
}

let doctorNumber = 24;

for (const language of languages) {
  const t = textsIn(language);
  const press = (where: Page | Locator, key: string, values = {}) =>
    where.getByRole("button", { name: t(key, values), exact: true }).click();
  const edit = (page: Page, key: string) => press(page, "profile_edit", { label: t(key).toLowerCase() });
  const field = (page: Page, key: string) => page.getByLabel(t(key), { exact: true });

  /** The doctor's page as patients see it, on a device of their own. */
  async function dayTiles(page: Page, doctor: SignedInDoctor): Promise<Locator> {
    await page.goto(`/doctors/${doctor.id}`);
    const week = page.getByRole("list").filter({ has: page.getByRole("button", { name: /,/ }) });
    await expect(week.getByRole("button")).toHaveCount(7);
    return week.getByRole("button");
  }

  for (const viewport of sizes) {
    const hoursDoctor = doctorNumber++;
    const leaveDoctor = doctorNumber++;
    test.describe(`in ${language} at ${viewport.width} px`, () => {
      test.use({ viewport });

      test.beforeEach(async ({ context, baseURL }) => {
        await context.addCookies([{ name: "lang", value: language, url: baseURL }]);
      });

      test("a doctor changes hours, break and days off, and patients see it", async ({ page, request }) => {
        const doctor = await signInAsDoctor(page, hoursDoctor);
        const days = await daysAhead(request, doctor.id);
        const [fourth, fifth, last] = [days[3]?.day ?? "", days[4]?.day ?? "", days[6]?.day ?? ""];
        const early = (await freeTimes(request, doctor.id, last)).find((time) => time < "12:00") ?? "";
        await bookedVisit(request, doctor, last, early);

        await page.goto("/doctor/profile");
        await hydrated(page);
        await expect(page.getByText(t("doctor_name", { name: doctor.name }), { exact: true })).toBeVisible();
        await edit(page, "join_start");
        await field(page, "join_start").fill("18:00");
        await press(page, "profile_submit");
        await expect(page.getByRole("alert")).toContainText(t("join_end_before_start"));
        await expect(field(page, "join_end")).toHaveValue("17:00");
        await field(page, "join_start").fill("15:00");
        const saved = await andIsTold(page, "/doctor/profile/", () => press(page, "profile_submit"));
        expect(saved.data.outside).toBeGreaterThan(0);
        const { outside } = saved.data;
        await expect(
          page.getByText(outside === 1 ? t("outside_one") : t("outside_some", { count: String(outside) })),
        ).toBeVisible();
        await expect(page.getByRole("link", { name: t("outside_link") })).toHaveAttribute(
          "href",
          "/doctor/appointments",
        );
        await expectAccessible(page);

        await page.goto("/doctor/schedule");
        const daysOff = page.getByRole("group", { name: t("schedule_days_off") });
        const place = (new Date(`${fourth}T00:00:00Z`).getUTCDay() + 6) % 7;
        await daysOff.getByRole("checkbox").nth(place).check();
        await press(page, "schedule_break_add");
        await field(page, "schedule_break_from").fill("16:00");
        await field(page, "schedule_break_to").fill("16:30");
        await andIsTold(page, "/doctor/schedule/", () => press(page, "schedule_save"));
        await expect(page.getByRole("button", { name: t("schedule_save"), exact: true })).toBeDisabled();
        await page.reload();
        await expect(daysOff.getByRole("checkbox").nth(place)).toBeChecked();
        await expect(field(page, "schedule_break_to")).toHaveValue("16:30");
        await expectAccessible(page);

        await signInAsUser(page);
        const tiles = await dayTiles(page, doctor);
        await expect(tiles.nth(3)).toBeDisabled();
        await expect(page.getByRole("main")).toContainText(
          t("time_range", {
            from: t("time_afternoon", { time: "3:00" }),
            to: t("time_evening", { time: "5:00" }),
          }),
        );
        const free = await freeTimes(request, doctor.id, fifth);
        expect(free.every((time) => time >= "15:00" && time < "17:00")).toBe(true);
        expect(free.filter((time) => time >= "16:00" && time < "16:30")).toEqual([]);
        await tiles.nth(4).click();
        const panel = page.getByRole("dialog", { name: t("schedule_title"), exact: true });
        await expect(panel.getByRole("group", { name: t("schedule_time") }).getByRole("radio")).toHaveCount(
          free.length,
        );
        await press(panel, "schedule_cancel");

        await page.goto("/doctor/schedule");
        await press(page, "schedule_break_remove");
        await andIsTold(page, "/doctor/schedule/", () => press(page, "schedule_save"));
        const booked = await request.get(`/user/api/doctor/${doctor.id}/bookings`, {
          params: { date: fifth },
        });
        const taken = (await booked.json()).data.map(({ time }: { time: string }) => time);
        const ofBreak = ["16:00", "16:15"].filter((time) => !taken.includes(time));
        expect(await freeTimes(request, doctor.id, fifth)).toEqual([...free, ...ofBreak].sort());
      });

      test("leave shows what is booked, and asks the patients for another time", async ({
        page,
        request,
      }) => {
        const doctor = await signInAsDoctor(page, leaveDoctor);
        const day = (await daysAhead(request, doctor.id))[6]?.day ?? "";
        const time = (await freeTimes(request, doctor.id, day))[0] ?? "";
        const visit = await bookedVisit(request, doctor, day, time);

        await page.goto("/doctor/schedule");
        await field(page, "leave_day").fill(day);
        await expect(page.getByRole("main")).toContainText(visit.name);
        await field(page, "leave_note").fill("Medical conference");
        await page.getByRole("radio", { name: t("fate_notify") }).check();
        await expectAccessible(page);
        await andIsTold(page, "/doctor/leave/", () => press(page, "leave_save_notify"));
        await expect(field(page, "leave_day")).toHaveValue("");
        await expect(page.getByText("Medical conference")).toBeVisible();

        await expect
          .poll(() => mailsTo(visit.email).filter((mail) => mail.includes("Medical conference")).length, {
            message: "the mail that asks for another time",
            timeout: 15_000,
          })
          .toBe(1);
        expect(await visit.status()).toBe("Pending");
        expect(await freeTimes(request, doctor.id, day)).toEqual([]);
        await expect((await dayTiles(page, doctor)).nth(6)).toBeDisabled();

        await page.goto("/doctor/schedule");
        await andIsTold(page, "/doctor/leave/", () =>
          page.getByRole("button", { name: t("leave_remove", { days: "" }) }).click(),
        );
        await expect(page.getByText(t("leave_none"), { exact: true })).toBeVisible();
        await expect((await dayTiles(page, doctor)).nth(6)).toBeEnabled();
      });
    });
  }
}

test("leave can cancel what is booked, and the patient is told", async ({ page, request }) => {
  const t = textsIn("en");
  const doctor = await signInAsDoctor(page, doctorNumber);
  const [first, last] = (await daysAhead(request, doctor.id)).slice(4).map(({ day }) => day);
  const time = (await freeTimes(request, doctor.id, last ?? ""))[0] ?? "";
  const visit = await bookedVisit(request, doctor, last ?? "", time);

  await page.goto("/doctor/schedule");
  await page.getByRole("radio", { name: t("leave_several") }).check();
  await page.getByLabel(t("leave_from"), { exact: true }).fill(last ?? "");
  await page.getByLabel(t("leave_to"), { exact: true }).fill(first ?? "");
  await page.getByRole("button", { name: t("leave_save"), exact: true }).click();
  await expect(page.getByRole("alert")).toContainText(t("leave_end_before"));
  await page.getByLabel(t("leave_from"), { exact: true }).fill(first ?? "");
  await page.getByLabel(t("leave_to"), { exact: true }).fill(last ?? "");
  await expect(page.getByRole("main")).toContainText(visit.name);
  await page.getByLabel(t("leave_note"), { exact: true }).fill("Out of town");
  await page.getByRole("radio", { name: t("fate_cancel") }).check();
  await andIsTold(page, "/doctor/leave/", () =>
    page.getByRole("button", { name: t("leave_save_cancel"), exact: true }).click(),
  );
  expect(await visit.status()).toBe("Cancelled");
  await expect
    .poll(() => mailsTo(visit.email).some((mail) => mail.includes("Out of town")), { timeout: 15_000 })
    .toBe(true);
});

test.describe("in the dark", () => {
  test.use({ colorScheme: "dark" });
  test("profile and schedule keep their contrast", async ({ page }) => {
    const t = textsIn("en");
    await signInAsDoctor(page, doctorNumber + 1);
    await page.goto("/doctor/profile");
    await page.getByRole("button", { name: "Edit hospital" }).click();
    await expectAccessible(page);
    await page.goto("/doctor/schedule");
    await expect(page.getByRole("group", { name: t("schedule_days_off") })).toBeVisible();
    await expectAccessible(page);
  });
});
