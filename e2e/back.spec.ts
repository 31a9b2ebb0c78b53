/** Leaving a page, and coming back: dialogs in the history, unsaved edits, and what stays on a shared phone. */
import { bookVisit } from "./clinic";
import { expect, test } from "./fixtures";
import { signInAsUser } from "./people";
import { hydrated, phone } from "./site";
import { textsIn } from "./texts";
import { listedDoctor } from "./workers";

const t = textsIn("en");

test.use({ viewport: phone });

test("Back closes a dialog, then leaves the page", async ({ page, request }) => {
  const doctor = await listedDoctor(request);
  const user = await signInAsUser(page);
  await bookVisit(request, doctor.id, { user });
  await page.goto("/about");
  await page.goto("/user/bookings");
  await page.getByRole("button", { name: "Cancel" }).first().click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page).toHaveURL("/user/bookings");
  await page.getByRole("button", { name: "Cancel" }).first().click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("booking_cancel_no") })
    .click();
  await expect(page.getByRole("dialog")).toBeHidden();
  await page.waitForFunction(() => window.history.state?.dialog === undefined);
  await page.goBack();
  await expect(page).toHaveURL("/about");
});

test("unsaved edits are asked about, and outlive a change of language", async ({ page }) => {
  await page.goto("/contact");
  await hydrated(page);
  await page.getByLabel("Your name").fill("Asha Nair");
  const asked: string[] = [];
  page.on("dialog", (dialog) => {
    asked.push(dialog.type());
    void dialog.dismiss();
  });
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  await expect(page).toHaveURL("/contact");
  expect(asked).toEqual(["confirm"]);
  await page.getByRole("button", { name: "മലയാളം" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "ml");
  await expect(page.locator("input[name=name]")).toHaveValue("Asha Nair");
  expect(asked).toEqual(["confirm"]);
});

test("nothing of the last person is behind Back after a logout", async ({ page, request }) => {
  const doctor = await listedDoctor(request);
  await signInAsUser(page);
  await page.goto(`/viewdoctors?doctor=${doctor.id}`);
  const panel = page.getByRole("dialog");
  await panel
    .getByRole("group", { name: t("schedule_time") })
    .getByRole("radio")
    .first()
    .check();
  await panel.getByRole("button", { name: t("schedule_proceed") }).click();
  await expect(page).toHaveURL("/doctor/appointment");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
  await page.goBack();
  await expect(page).toHaveURL("/viewdoctors");
  expect(JSON.stringify(await page.evaluate(() => window.history.state))).not.toContain(doctor.id);
});
