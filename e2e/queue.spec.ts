/**
 * The clinic's day: a token, an arrived patient, a walk-in, a no-show and a late doctor, with the live updates of the patient's page and
 * the screen.
 */
import { expectAccessible, expectToFit } from "./accessible";
import { closeToken, comer, connectScreen, markComer, serving, visitsToday } from "./clinic";
import { installClock } from "./clock";
import { expect, expectMessage, test } from "./fixtures";
import { newName, signInAsUser } from "./people";
import { devices, hydrated } from "./site";
import { textsIn } from "./texts";
import { approvedDoctor, signInAsDoctor, signInAtDesk, staffOf } from "./workers";

for (const { language, viewport } of devices) {
  const t = textsIn(language);

  test.describe(`in ${language} at ${viewport.width}`, () => {
    // The browser's messages about a connection that the test breaks.
    test.use({ viewport, language, expectedComplaints: [/ERR_|Failed to load resource/] });

    test("a day goes by, and the patient's page and the waiting room see it at once", async ({
      page,
      request,
      elsewhere,
    }) => {
      const doctor = await approvedDoctor(request);
      const [first, second] = await visitsToday(request, doctor, 2);
      if (!first || !second) throw new Error("two visits");
      await signInAsDoctor(page, doctor);
      await page.goto("/doctor/today");
      await hydrated(page);
      const press = (name: string, key: string) => markComer(page, t, name, key);
      await expect(comer(page, first.name)).toBeVisible();
      await expectAccessible(page);
      await expectToFit(page);

      const patient = await elsewhere();
      await patient.setViewportSize(viewport);
      await signInAsUser(patient, second.user);
      await patient.goto("/user/bookings");
      await patient.getByRole("link", { name: t("queue_open"), exact: true }).click();
      await expect(patient).toHaveURL(/\/visit#/);
      await expect(patient.getByText(t("visit_before", { count: "1" }), { exact: true })).toBeVisible();
      await expectAccessible(patient);
      await expectToFit(patient);

      const screen = await elsewhere();
      await screen.setViewportSize(viewport);
      await connectScreen(page, screen, t);
      await expect(serving(screen, t)).toHaveText("–");
      await expectAccessible(screen);
      await expectToFit(screen);

      const token = (await comer(page, first.name).locator("p").first().textContent()) ?? "";
      await press(first.name, "queue_arrived");
      await press(first.name, "queue_call");
      await expect(serving(screen, t)).toHaveText(token.match(/\d+/)?.[0] ?? "a token");
      await expect(patient.getByText(t("visit_next"), { exact: true })).toBeVisible();

      const walkIn = newName("Rajan");
      await page.getByRole("button", { name: t("queue_walk_in"), exact: true }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(t("confirm_patient_name")).fill(walkIn);
      await dialog.getByRole("button", { name: t("queue_walk_in_yes"), exact: true }).click();
      await expect(dialog.getByRole("status")).toContainText("W1");
      await closeToken(page, t);
      await expect(comer(page, walkIn)).toContainText("W1");
      await expect(screen.getByRole("listitem").filter({ hasText: "W1" })).toBeVisible();

      await page.getByLabel(t("queue_late_label")).selectOption("20");
      await page.getByRole("button", { name: t("queue_late_tell"), exact: true }).click();
      await expectMessage(page, language === "ml" ? "അറിയിക്കുന്നു" : "We are telling everyone");
      await expect(patient.getByText(t("visit_late", { minutes: "20" }), { exact: true })).toBeVisible();

      await press(second.name, "queue_call");
      await expect(patient.getByText(t("visit_called"), { exact: true })).toBeVisible();
      await expect(comer(page, first.name)).toContainText(t("queue_done"));
      await press(second.name, "queue_done");
      await expect(patient.getByText(t("visit_done"), { exact: true })).toBeVisible();
      await expect(serving(screen, t)).toHaveText("–");
    });

    test("the desk connects a second screen by its QR code, and removing one leaves the other", async ({
      page,
      request,
      elsewhere,
    }) => {
      const doctor = await approvedDoctor(request);
      await visitsToday(request, doctor, 1);
      const assistant = await staffOf(request, doctor);
      const [first, second] = [await elsewhere(), await elsewhere()];
      for (const screen of [first, second]) await screen.setViewportSize(viewport);
      await signInAtDesk(page, assistant);
      await page.goto("/desk/today");
      await hydrated(page);
      await first.goto("/screen");
      await expect(first.getByRole("img", { name: t("screen_pair_qr") })).toBeVisible();
      await expectAccessible(first);
      await expectToFit(first);
      await connectScreen(page, first, t);

      // The phone that scans the second screen has its code filled in.
      await second.goto("/screen");
      const shown = (await second.getByText(/^\d{3} \d{3}$/).textContent()) ?? "";
      const code = shown.replace(" ", "");
      await page.goto(`/screen#pair-${code}`);
      await expect(page).toHaveURL(new RegExp(`/desk/today#screen-${code}$`));
      await expect(page.getByLabel(t("queue_screen_code"))).toHaveValue(code);
      await expect(page.getByLabel(t("queue_screen_code"))).toBeInViewport();
      await page.getByRole("button", { name: t("queue_screen_add"), exact: true }).click();
      await expect(serving(second, t)).toHaveText("–");
      const screens = page.getByRole("list", { name: t("queue_screens") }).getByRole("listitem");
      await expect(screens).toHaveCount(2);
      await expectAccessible(page);
      await expectToFit(page);

      // After a restart the screen needs no new code.
      await second.goto("/screen");
      await expect(serving(second, t)).toHaveText("–");
      await screens
        .first()
        .getByRole("button", { name: t("action_remove"), exact: true })
        .click();
      const question = page.getByRole("dialog");
      await question.getByRole("button", { name: t("action_remove"), exact: true }).click();
      await expect(screens).toHaveCount(1);
      await expect(first.getByRole("heading", { name: t("screen_pair_title") })).toBeVisible();
      await expect(serving(second, t)).toHaveText("–");
    });

    test("a screen that loses its line keeps what it knew, and says so", async ({
      page,
      request,
      context,
    }) => {
      const doctor = await approvedDoctor(request);
      await visitsToday(request, doctor, 1);
      const { code, token } = (await (await request.post("/user/api/screen/pairing")).json()).data;
      const paired = await request.post(`/user/api/doctor/today/${doctor.id}/screens`, {
        headers: doctor.headers,
        data: { code },
      });
      expect(paired.status()).toBe(201);
      await installClock(page);
      await page.goto(`/screen#${token}`);
      const next = page.getByRole("listitem");
      await expect(next).toHaveCount(1);
      await context.setOffline(true);
      await page.clock.runFor("03:00");
      await expect(next).toHaveCount(1);
      await expect(page.getByRole("status").filter({ hasText: /No connection since/ })).toBeVisible();
      await context.setOffline(false);
    });
  });
}
