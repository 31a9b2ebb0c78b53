/** Reminders: chosen in the profile, and stopped by the link in one of them. */
import { expectAccessible } from "./accessible";
import { bookVisit, decide } from "./clinic";
import { dayIn, instantOf, today } from "./clock";
import { expect, test } from "./fixtures";
import { expectMail, mailsTo, signInAsUser } from "./people";
import { devices, hydrated } from "./site";
import { textsIn } from "./texts";
import { approvedDoctor } from "./workers";

for (const { language, viewport } of devices) {
  test.describe(`in ${language} at ${viewport.width}`, () => {
    test.use({ viewport, language, expectedComplaints: [/status of 410/] });
    const t = textsIn(language);

    test("a reminder that was switched off stays off", async ({ page }) => {
      await signInAsUser(page);
      await page.goto("/user/profile");
      const evening = page.getByLabel(t("reminders_evening"), { exact: true });
      const soon = page.getByLabel(t("reminders_soon"), { exact: true });
      await expect(evening).toBeChecked();
      const saved = page.waitForResponse((answer) => answer.request().method() !== "GET" && answer.ok());
      await evening.click();
      await expect(evening).not.toBeChecked();
      await saved;
      await expectAccessible(page);
      await page.reload();
      await expect(soon).toBeChecked();
      await expect(evening).not.toBeChecked();
    });

    test("a link that is cut off says so, and leads to the profile", async ({ page }) => {
      await page.goto("/reminders/stop#cut-off");
      await hydrated(page);
      await expectAccessible(page);
      await page.getByRole("button", { name: t("stop_reminders_button"), exact: true }).click();
      await expect(page.getByRole("heading", { name: t("reset_ended_title") })).toBeVisible();
      await expect(page.getByRole("link", { name: t("confirm_email_profile"), exact: true })).toHaveAttribute(
        "href",
        "/user/profile",
      );
    });

    test.describe("the evening before", () => {
      test.use({ ownProgram: {} });

      test("the link in a reminder stops them all, and opening it stops nothing", async ({
        page,
        request,
        own,
        moveTo,
      }) => {
        const doctor = await approvedDoctor(request);
        const user = await signInAsUser(page);
        const visit = await bookVisit(request, doctor.id, { user, day: dayIn(1) });
        await decide(request, doctor, "approve", visit);
        await moveTo(instantOf(today(), "18:00"));
        await own.restart();
        await expectMail(user.email, "/reminders/stop");
        const [link = ""] = /\/reminders\/stop#[\w~.-]+/.exec(mailsTo(user.email).join()) ?? [];
        await page.goto(link);
        await hydrated(page);
        await page.goto("/user/profile");
        const evening = page.getByLabel(t("reminders_evening"), { exact: true });
        await expect(evening).toBeChecked();
        await page.goBack();
        await page.getByRole("button", { name: t("stop_reminders_button"), exact: true }).click();
        await expect(page.getByRole("heading", { name: t("stop_reminders_done_title") })).toBeVisible();
        await expectAccessible(page);
        await page.goto("/user/profile");
        await expect(evening).not.toBeChecked();
        await expect(page.getByLabel(t("reminders_soon"), { exact: true })).not.toBeChecked();
      });
    });
  });
}
