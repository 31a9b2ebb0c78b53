/** What is printed: a booking as a slip for the clinic's desk, the desk's day, and the poster for the door. Nothing else of the page. */
import type { Page } from "@playwright/test";
import { bookVisit, decide, freeTimes, visitsToday } from "./clinic";
import { today } from "./clock";
import { expect, test } from "./fixtures";
import { signInAsUser } from "./people";
import { readQr } from "./qr";
import { devices, hydrated } from "./site";
import { textsIn } from "./texts";
import { approvedDoctor, signInAtDesk, staffOf } from "./workers";

/** The number of pages that the browser prints. */
async function printedPages(page: Page): Promise<number> {
  const pdf = (await page.pdf({ format: "A4" })).toString("latin1");
  return [...pdf.matchAll(/\/Type\s*\/Page\b(?!s)/g)].length;
}

/** The text on paper, while the browser prints. */
async function onPaper(page: Page): Promise<string> {
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  const sheet = page.locator(".print-sheet");
  await expect(sheet).toBeVisible();
  for (const part of ["header", "footer", "button", "nav"])
    for (const found of await page.locator(part).all()) await expect(found).toBeHidden();
  const colours = await sheet.evaluate((element) => {
    const { color, backgroundColor } = getComputedStyle(element);
    return [color, backgroundColor, getComputedStyle(document.documentElement).colorScheme];
  });
  expect(colours).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)", "light"]);
  const text = (await sheet.textContent()) ?? "";
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  await page.emulateMedia({ media: null, colorScheme: null });
  await expect(sheet).toHaveCount(0);
  return text;
}

for (const { language, viewport } of devices) {
  const t = textsIn(language);

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language });

    test("a booking is printed as a slip, from the list, by its button and from its own page", async ({
      page,
      request,
    }) => {
      const doctor = await approvedDoctor(request);
      const [visit] = await visitsToday(request, doctor, 1);
      if (!visit) throw new Error("a visit");
      await signInAsUser(page, visit.user);
      await page.goto("/user/bookings");
      const print = page.getByRole("button", { name: t("action_print"), exact: true });
      await expect(print).toBeVisible();
      const slip = await onPaper(page);
      for (const text of [
        visit.name,
        t("booking_state_confirmed"),
        t("queue_token"),
        t("slip_number", { number: visit.id }),
      ])
        expect(slip).toContain(text);
      expect(await printedPages(page)).toBe(1);

      // With another upcoming one, the button prints only its own.
      const other = await bookVisit(request, doctor.id, { user: visit.user });
      await decide(request, doctor, "approve", other);
      await page.reload();
      await expect(print).toHaveCount(2);
      expect(await onPaper(page)).toContain(other.name);
      await page.evaluate(() => {
        window.print = () => undefined;
      });
      await print.first().click();
      await page.emulateMedia({ media: "print" });
      const alone = page.locator(".print-sheet");
      await expect(alone).toContainText(visit.name);
      await expect(alone).not.toContainText(other.name);
      await page.emulateMedia({ media: null });
      await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));

      await page
        .getByRole("link", { name: t("queue_open"), exact: true })
        .first()
        .click();
      await expect(page).toHaveURL(/\/visit#/);
      await expect(print).toBeVisible();
      const linked = await onPaper(page);
      expect(linked).toContain(t("queue_token"));
      // The page of a link shows no name.
      expect(linked).not.toContain(visit.name);
      expect(await printedPages(page)).toBe(1);
    });

    test("the desk prints its day with why each patient comes, and room for notes", async ({
      page,
      request,
    }) => {
      const doctor = await approvedDoctor(request);
      const day = today();
      const [time] = await freeTimes(request, doctor.id, day);
      const note = { visitType: "review", visitReason: "Cough for two weeks" } as const;
      const visit = await bookVisit(request, doctor.id, { day, time, note });
      await decide(request, doctor, "approve", visit);
      await signInAtDesk(page, await staffOf(request, doctor));
      await page.goto("/desk/today");
      await hydrated(page);
      await page.evaluate(() => {
        window.print = () => undefined;
      });
      await page.getByRole("button", { name: t("action_print"), exact: true }).click();
      await page.emulateMedia({ media: "print", colorScheme: "dark" });
      const sheet = page.locator(".print-sheet");
      await expect(sheet).toContainText(t("doctor_name", { name: doctor.name }));
      const headings = ["confirm_time", "queue_token", "confirm_patient_name", "field_phone_number"];
      for (const key of [...headings, "day_sheet_visit", "day_sheet_notes"])
        await expect(sheet.getByRole("columnheader", { name: t(key), exact: true })).toBeVisible();
      for (const text of [visit.name, visit.user.phone_number, t("visit_type_review"), note.visitReason])
        await expect(sheet.getByRole("row").last()).toContainText(text);
      // On a sheet of A4, nothing is written into the notes of a patient who is expected, and there is room for a line.
      await page.setViewportSize({ width: 794, height: 1123 });
      const notes = await sheet.getByRole("row").last().getByRole("cell").last().boundingBox();
      expect(notes?.width).toBeGreaterThan(100);
      expect(notes?.height).toBeGreaterThan(40);
      for (const part of ["header", "nav", "button"])
        for (const found of await page.locator(part).all()) await expect(found).toBeHidden();
      const colours = await sheet.evaluate((element) => {
        const { color, backgroundColor } = getComputedStyle(element);
        return [color, backgroundColor];
      });
      expect(colours).toEqual(["rgb(0, 0, 0)", "rgb(255, 255, 255)"]);
      expect(await printedPages(page)).toBe(1);
    });

    test("the poster for the door is one page, and its QR code is the door's address", async ({
      page,
      request,
    }) => {
      const doctor = await approvedDoctor(request);
      await page.goto(`/door/${doctor.id}/poster`);
      await hydrated(page);
      await page.emulateMedia({ media: "print" });
      expect(await printedPages(page)).toBe(1);
      await expect(page.getByRole("button")).toBeHidden();
      for (const both of [textsIn("en"), textsIn("ml")])
        await expect(page.getByRole("heading", { name: both("poster_heading"), exact: true })).toBeVisible();
      const address = await page.getByText(new RegExp(`/door/${doctor.id}$`)).textContent();
      const read = await readQr(page, page.getByRole("img", { name: t("poster_qr") }));
      expect(read).toBe(address);
      expect(read).toMatch(/^https?:\/\//);
    });
  });
}
