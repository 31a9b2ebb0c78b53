/** Finding a doctor by free time, fee and gender, up to the booked slot. */
import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible, expectContrastInTheDark, expectToFit } from "./accessible";
import { aheadNow, dayIn, shiftDate } from "./clock";
import { expect, test } from "./fixtures";
import { tabTo } from "./keyboard";
import { newName, signInAsUser } from "./people";
import { devices, hold, hydrated, phone } from "./site";
import { textsIn } from "./texts";
import { type Doctor, listedDoctor, newDoctor } from "./workers";

/** Doctors with a unique common name, in the order in which they joined. */
async function namesakes(request: APIRequestContext, ...doctors: Partial<ReturnType<typeof newDoctor>>[]) {
  const family = newName("").trim();
  const made: Doctor[] = [];
  for (const [place, doctor] of doctors.entries()) {
    const first = ["Anu", "Biju", "Chitra"][place];
    made.push(await listedDoctor(request, { ...newDoctor(), ...doctor, full_Name: `${first} ${family}` }));
  }
  return { family, made };
}

const morning = { startTime: "09:00", endTime: "12:00" };
const evening = { startTime: "16:30", endTime: "19:00" };
const wholeDay = { startTime: "06:00", endTime: "19:00" };

/** The texts of the page in one language, and its elements. */
function pages(language: string) {
  const t = textsIn(language);
  const titleOf = ({ name }: Doctor) => t("doctor_name", { name });
  return {
    t,
    titleOf,
    choice: (page: Page, key: string) => page.getByRole("checkbox", { name: t(key), exact: true }),
    select: (page: Page, key: string) => page.getByRole("combobox", { name: t(key), exact: true }),
    button: (page: Page, key: string) => page.getByRole("button", { name: t(key), exact: true }),
    cardOf: (page: Page, doctor: Doctor) => page.getByRole("article", { name: titleOf(doctor), exact: true }),
    /** Expects that exactly these doctors are found, in this order. */
    expectFound: (page: Page, ...doctors: (Doctor | undefined)[]) =>
      expect(page.getByRole("article").getByRole("heading")).toHaveText(
        doctors.map((doctor) => (doctor ? titleOf(doctor) : "")),
      ),
  };
}

const inAddress = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

for (const { language, viewport } of devices) {
  const { t, choice, select, button, cardOf, expectFound } = pages(language);

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language });

    test("a patient finds who is free tomorrow evening, and books the slot that the card names", async ({
      page,
      request,
    }) => {
      const { family, made } = await namesakes(request, wholeDay, morning);
      const [late, early] = made;
      if (!late) throw new Error("nobody was listed");
      await signInAsUser(page);
      await page.goto(`/viewdoctors?q=${family}`);
      await hydrated(page);
      await expectFound(page, early, late);
      await choice(page, "find_tomorrow").check();
      await choice(page, "find_evening").check();
      await expectFound(page, late);
      await expect(
        page.getByRole("heading", { name: t("find_count", { count: "1" }), exact: true }),
      ).toBeVisible();
      expect(inAddress(page)).toEqual({ q: family, when: "tomorrow", from: "16:00" });
      const time = t("time_format_evening", { time: "4:00" });
      await expect(cardOf(page, late)).toContainText(`${t("doctor_slot_at_time")}: `);
      await expect(cardOf(page, late)).toContainText(time);

      await page.reload();
      await expect(choice(page, "find_tomorrow")).toBeChecked();
      await expect(choice(page, "find_evening")).toBeChecked();
      await expectFound(page, late);

      await button(page, "doctor_book_visit").click();
      const dialog = page.getByRole("dialog", { name: t("schedule_title"), exact: true });
      const days = dialog.getByRole("group", { name: t("slot_choose_day") }).getByRole("radio");
      await expect(days.nth(1)).toBeChecked();
      const slot = dialog.getByRole("radio", { name: t("slot_name", { time }), exact: true });
      await expect(slot).toBeInViewport();
      await slot.check();
      await button(page, "slot_proceed").click();
      await expect(page).toHaveURL("/doctor/appointment");
      await expect(page.getByRole("main")).toContainText(time);

      await page.goBack();
      await expect(dialog).toBeVisible();
      await page.goBack();
      await expect(dialog).toBeHidden();
      await expectFound(page, late);
      expect(inAddress(page)).toEqual({ q: family, when: "tomorrow", from: "16:00" });
    });

    test("fee and gender narrow the list, and the first free slot orders it", async ({ page, request }) => {
      const { family, made } = await namesakes(
        request,
        { startTime: "06:00", endTime: "06:15", consultation_Fee: "150" },
        { startTime: "18:00", endTime: "18:15", gender: "Male" },
        { startTime: "06:15", endTime: "06:30", consultation_Fee: "200", gender: "Male" },
      );
      const [first, second, third] = made;
      await page.goto(`/viewdoctors?q=${family}`);
      await hydrated(page);
      // Today's morning is over: the second is free this evening, the others tomorrow.
      await expectFound(page, second, first, third);
      await select(page, "doctor_fee").selectOption("200");
      await expectFound(page, first, third);
      await select(page, "profile_gender").selectOption("Male");
      await expectFound(page, third);
      expect(inAddress(page)).toEqual({ q: family, maxFee: "200", gender: "Male" });
      await button(page, "find_clear").click();
      await expect(page).toHaveURL("/viewdoctors");

      await page.goto(`/viewdoctors?q=${family}`);
      await hydrated(page);
      const starts = made.map(async (doctor) => {
        const { data } = await (await request.get(`/user/api/doctor/${doctor.id}`)).json();
        return { doctor, startsAt: String(data.nextSlot.startsAt) };
      });
      const ordered = (await Promise.all(starts)).sort((one, other) =>
        one.startsAt.localeCompare(other.startsAt),
      );
      await expectFound(page, ...ordered.map(({ doctor }) => doctor));
    });

    test("without a match, one press leads to doctors who are free", async ({ page, request }) => {
      const { family, made } = await namesakes(request, morning);
      const search = new URLSearchParams({ q: family, when: "tomorrow", from: "16:00" });
      await page.goto(`/viewdoctors?${search}`);
      await hydrated(page);
      await expect(page.getByRole("heading", { name: t("find_busy_title") })).toBeVisible();
      await expectAccessible(page);
      await expectContrastInTheDark(page);
      await button(page, "find_any_day").click();
      await expect(choice(page, "find_tomorrow")).not.toBeChecked();
      await expect(page.getByRole("heading", { name: t("find_busy_title") })).toBeVisible();
      await button(page, "find_any_time").click();
      await expectFound(page, made[0]);
      expect(inAddress(page)).toEqual({ q: family });

      await page.goto(`/viewdoctors?${search}&district=Kollam`);
      await hydrated(page);
      await button(page, "find_district_all").click();
      await expect.poll(() => inAddress(page)).toEqual(Object.fromEntries(search));
      await expectToFit(page);
    });
  });
}

const { t, choice, select, expectFound } = pages("en");

for (const language of ["en", "ml"]) {
  test.describe(`on a phone in ${language}`, () => {
    test.use({ viewport: phone, language });
    test("the choices leave room for the first doctor", async ({ page, request }) => {
      const { family } = await namesakes(request, morning);
      await page.goto(`/viewdoctors?q=${family}`);
      await expect(page.getByRole("article").getByRole("heading")).toBeInViewport({ ratio: 1 });
    });
  });
}

test("a device whose clock is a day ahead finds what is free on the server's today", async ({
  page,
  request,
}) => {
  const { family, made } = await namesakes(request, evening);
  await page.addInitScript(shiftDate, aheadNow() + 24 * 60 * 60_000);
  const asked: (string | null)[] = [];
  page.on("request", (call) => {
    if (call.url().includes("/finddoctors")) asked.push(new URL(call.url()).searchParams.get("day"));
  });
  await page.goto(`/viewdoctors?q=${family}&from=16:00`);
  await hydrated(page);
  await choice(page, "find_today").check();
  await expectFound(page, made[0]);
  await expect.poll(() => asked.at(-1)).toBe(dayIn(0));
});

test("a shared link means the day on which it is opened, and comes with its doctors", async ({
  page,
  request,
}) => {
  const { family, made } = await namesakes(request, evening);
  const release = await hold(page);
  const asked: string[] = [];
  page.on("request", (call) => {
    if (call.url().includes("/finddoctors")) asked.push(call.url());
  });
  await page.goto(`/viewdoctors?q=${family}&when=today&from=16:00&maxFee=1000&gender=Female`);
  for (const isRunning of [false, true]) {
    if (isRunning) {
      release();
      await hydrated(page);
    }
    await expect(choice(page, "find_today")).toBeChecked();
    await expect(select(page, "doctor_fee")).toHaveValue("1000");
    await expectFound(page, made[0]);
  }
  expect(asked).toEqual([]);
});

test("choices before the app runs count", async ({ page, request }) => {
  const { family, made } = await namesakes(request, { ...evening, consultation_Fee: "300" }, morning);
  const release = await hold(page);
  await page.goto(`/viewdoctors?q=${family}`, { waitUntil: "domcontentloaded" });
  await choice(page, "find_evening").check();
  await select(page, "doctor_fee").selectOption("300");
  release();
  await expectFound(page, made[0]);
  expect(inAddress(page)).toEqual({ q: family, from: "16:00", maxFee: "300" });
});

test("the choices work with the keyboard alone", async ({ page, request }) => {
  const { family, made } = await namesakes(request, evening, morning);
  await page.goto(`/viewdoctors?q=${family}`);
  await hydrated(page);
  await tabTo(
    page,
    page
      .getByRole("group", { name: t("field_when") })
      .getByRole("checkbox")
      .last(),
  );
  await page.keyboard.press("Space");
  await expectFound(page, made[0]);
  await page.keyboard.press("Space");
  await expectFound(page, made[1], made[0]);
});
