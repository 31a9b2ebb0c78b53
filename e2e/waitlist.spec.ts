/** The waiting list: a full day, a waiting patient, and the offer of a freed slot. */
import type { Page } from "@playwright/test";
import { expectAccessible, expectContrastInTheDark } from "./accessible";
import { bookVisit, daysAhead, freeTimes } from "./clinic";
import { expect, expectMessage, test } from "./fixtures";
import { mailsTo, newUser, signInAsUser } from "./people";
import { devices, hydrated, weekTiles } from "./site";
import { textsIn } from "./texts";
import { listedDoctor, newDoctor } from "./workers";

/** The job runs every ten seconds, and mails are sent every five. */
const untilMailed = { timeout: 40_000 };

/** The page of the latest mailed link: it leaves the list, or answers the offer. */
async function mailedPage(email: string, page: "/waitlist" | "/waitlist/offer"): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(() => {
      const found = mailsTo(email).map((mail) => new RegExp(`${page}#[^\\s"<]+`).exec(mail)?.[0]);
      link = found.findLast(Boolean);
      return link;
    }, untilMailed)
    .toBeTruthy();
  return link ?? "";
}

for (const { language, viewport } of devices) {
  const t = textsIn(language);
  const button = (page: Page, key: string) => page.getByRole("button", { name: t(key), exact: true });

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language });

    test("who waits on a full day is offered what becomes free, takes it, and another leaves by the link", async ({
      page,
      request,
    }) => {
      test.slow();
      const short = { ...newDoctor(), startTime: "09:00", endTime: "09:30" };
      const [doctor, owner] = await Promise.all([listedDoctor(request, short), newUser(request)]);
      const day = (await daysAhead(request, doctor.id))[3]?.day ?? "";
      const visits: string[] = [];
      for (const time of await freeTimes(request, doctor.id, day)) {
        visits.push((await bookVisit(request, doctor.id, { user: owner, day, time })).id);
      }
      const user = await signInAsUser(page);
      await page.goto(`/doctors/${doctor.id}`);
      await hydrated(page);
      await weekTiles(page).nth(3).click();
      const joined = page.waitForResponse("**/waitlist/**");
      await button(page, "wait_button").click();
      await expectMessage(page, (await (await joined).json()).message);
      await expect(page.getByText(t("wait_position", { place: "1" }))).toBeVisible();
      await expectAccessible(page);
      await expectContrastInTheDark(page);

      // The next on the waiting list, who will leave it.
      const other = await newUser(request);
      const waits = await request.post(`/user/api/doctor/${doctor.id}/waitlist/${other.id}`, {
        headers: other.headers,
        data: { date: day },
      });
      expect(waits.ok(), await waits.text()).toBe(true);

      // Both slots are cancelled: one offer for each entry.
      for (const id of visits) {
        const cancelled = await request.patch(`/user/api/appointment/cancel/${id}`, {
          headers: owner.headers,
        });
        expect(cancelled.ok(), await cancelled.text()).toBe(true);
      }
      expect(await freeTimes(request, doctor.id, day)).toEqual([]);
      // The offer is accepted by its link alone; viewing it does not accept it.
      const session = await page.evaluate(() => ({ ...localStorage }));
      // A page without requests, because those of others would be refused once the storage is empty.
      await page.goto("/about");
      await page.evaluate(() => localStorage.clear());
      await page.goto(await mailedPage(user.email, "/waitlist/offer"));
      await hydrated(page);
      await expect(button(page, "offer_decline")).toBeVisible();
      await expectAccessible(page);
      await expectContrastInTheDark(page);
      const booked = page.waitForResponse("**/waitlist/accept");
      await button(page, "wait_take").click();
      await expectMessage(page, (await (await booked).json()).message);
      await expect(page.getByText(t("offer_accepted"))).toBeVisible();
      await expectAccessible(page);
      await page.evaluate((kept) => Object.assign(localStorage, kept), session);
      await page.goto("/user/bookings");
      await hydrated(page);
      await expect(page.getByRole("heading", { name: t("wait_title"), exact: true })).toHaveCount(0);

      // The other link is opened without a login; viewing an offer does not accept it.
      const link = await mailedPage(other.email, "/waitlist");
      // A page without requests, because those of others would be refused once the storage is empty.
      await page.goto("/about");
      await page.evaluate(() => localStorage.clear());
      await page.goto(link);
      await hydrated(page);
      await expect(page.getByRole("link", { name: t("wait_take"), exact: true })).toBeVisible();
      expect(await freeTimes(request, doctor.id, day)).toEqual([]);
      await button(page, "wait_leave").click();
      await expect(page.getByRole("heading", { name: t("wait_left_title") })).toBeVisible();
      expect(await freeTimes(request, doctor.id, day)).toHaveLength(1);
    });
  });
}
