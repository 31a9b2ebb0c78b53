/** A session that must move: the desk proposes other times, patients answer by the link or in their account, and the desk calls the rest. */
import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectContrastInTheDark, expectToFit } from "./accessible";
import { bookVisit, daysAhead, decide, freeTimes, type Visit } from "./clinic";
import { expect, expectMessage, test } from "./fixtures";
import { mailedLink, signInAsUser } from "./people";
import { devices, hydrated } from "./site";
import { textsIn } from "./texts";
import { approvedDoctor, newDoctor, signInAtDesk, staffOf } from "./workers";

for (const { language, viewport } of devices) {
  const t = textsIn(language);
  const button = (within: Locator | Page, key: string) =>
    within.getByRole("button", { name: t(key), exact: true });
  const sheet = (page: Page) => page.getByRole("dialog");

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language });

    test("who is in a session that moves accepts by the link, declines in the account, or is called", async ({
      page,
      request,
      elsewhere,
    }) => {
      test.slow();
      const doctor = await approvedDoctor(request, { ...newDoctor(), startTime: "09:00", endTime: "10:00" });
      const days = await daysAhead(request, doctor.id);
      const [day, target] = [days[3]?.day ?? "", days[4]?.day ?? ""];
      const visits: Visit[] = [];
      for (const time of ["09:00", "09:15", "09:30"]) {
        const visit = await bookVisit(request, doctor.id, { day, time });
        await decide(request, doctor, "approve", visit);
        visits.push(visit);
      }
      const [first, second, third] = visits as [Visit, Visit, Visit];

      // The desk moves the session to the last half hour of the next day: two of three find a free time.
      await signInAtDesk(page, await staffOf(request, doctor));
      await page.goto("/desk/requests");
      const card = page.getByRole("listitem").filter({ hasText: third.name });
      await expect(card).toBeVisible();
      await button(page, "session_move_button").click();
      await sheet(page).getByLabel(t("clinic_reason"), { exact: true }).fill("The doctor is in surgery.");
      await sheet(page).getByRole("radio").nth(4).click();
      await sheet(page)
        .getByRole("radio", { name: t("slot_name", { time: "" }) })
        .nth(2)
        .click();
      await expect(sheet(page)).toContainText(t("session_move_fit", { placed: "2", total: "3" }));
      await expectAccessible(page);
      await expectToFit(page);
      await page.setViewportSize(viewport);
      const begun = page.waitForResponse(/\/sessionmoves\/[^/]+$/);
      await button(sheet(page), "session_move_yes").click();
      await expectMessage(page, (await (await begun).json()).message);
      await expect(sheet(page)).toBeHidden();
      const calls = page.getByRole("list", { name: t("session_move_call"), exact: true });
      const row = calls.getByRole("listitem");
      await expect(row).toHaveCount(1);
      await expect(row).toContainText(third.name);
      await expectAccessible(page);
      await expectContrastInTheDark(page);
      expect(await freeTimes(request, doctor.id, target)).toEqual(["09:00", "09:15"]);

      // The first accepts by the link alone; opening it changes nothing.
      const phone = await elsewhere();
      await phone.setViewportSize(viewport);
      await phone.goto(await mailedLink(first.user.email, "/move"));
      await hydrated(phone);
      await expect(button(phone, "move_decline")).toBeVisible();
      await expectAccessible(phone);
      await expectContrastInTheDark(phone);
      const accepted = phone.waitForResponse("**/visitmove/accept");
      await button(phone, "move_accept").click();
      await expectMessage(phone, (await (await accepted).json()).message);
      await expect(phone.getByText(t("move_state_accepted"))).toBeVisible();
      await expectAccessible(phone);

      // The second declines in the account, and the old time stays.
      await signInAsUser(phone, second.user);
      await phone.goto("/user/bookings");
      const proposal = phone.getByRole("article").filter({ has: button(phone, "move_accept") });
      await expect(proposal).toContainText(doctor.name);
      await expectAccessible(phone);
      const declined = phone.waitForResponse(/\/user\/moves\//);
      await button(proposal, "move_decline").click();
      await expectMessage(phone, (await (await declined).json()).message);
      await expect(proposal).toHaveCount(0);

      // The desk calls the other two: one moves after all, for the other the old time stays.
      await expect(row).toHaveCount(2);
      const moved = page.waitForResponse(/\/appointment\/proposal\//);
      await button(row.filter({ hasText: second.name }), "session_move_now").click();
      await expectMessage(page, (await (await moved).json()).message);
      await expect(row).toHaveCount(1);
      await button(row, "reschedule_keep").click();
      await expect(row).toHaveCount(0);
      await expect(page.getByText(t("session_move_none_to_call"))).toBeVisible();
      expect(await freeTimes(request, doctor.id, target)).toEqual(["09:00", "09:15"]);
      expect(await freeTimes(request, doctor.id, day)).toEqual(["09:00", "09:15", "09:45"]);
      await button(page, "session_move_withdraw").click();
      await expectAccessible(page);
      await button(sheet(page), "session_move_withdraw").click();
      await expect(calls).toHaveCount(0);
    });
  });
}
