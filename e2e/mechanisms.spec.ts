/** Leaving a page and coming back, which only a real browser can show: Back and dialogs, unsaved edits, several tabs, a shared phone. */
import { bookVisit } from "./clinic";
import { expect, expectMessage, test } from "./fixtures";
import { signInAsUser } from "./people";
import { closed, hydrated, phone } from "./site";
import { textsIn } from "./texts";
import { listedDoctor } from "./workers";

const t = textsIn("en");

test.use({ viewport: phone, language: "en" });

test("Back closes a dialog and stays on the page; closed by its button, Back leaves the page at once", async ({
  page,
}) => {
  await signInAsUser(page);
  await page.goto("/about");
  await page.goto("/user/people");
  const add = page.getByRole("button", { name: t("people_add") });
  await add.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toBeHidden();
  await expect(page).toHaveURL("/user/people");
  await add.click();
  await page.keyboard.press("Escape");
  await closed(page);
  await page.goBack();
  await expect(page).toHaveURL("/about");
});

test("Back closes the booking sheet, from a card and from a link, and the list stays", async ({
  page,
  request,
}) => {
  const doctor = await listedDoctor(request);
  await signInAsUser(page);
  await page.goto("/about");
  await page.goto(`/viewdoctors?doctor=${doctor.id}&q=${doctor.name}`);
  const sheet = page.getByRole("dialog");
  const times = sheet.getByRole("group", { name: t("slot_choose_time") });
  await expect(times).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/viewdoctors\?q=/);
  await page.getByRole("button", { name: t("doctor_book_visit") }).click();
  await expect(times).toBeVisible();
  await page.goBack();
  await expect(sheet).toBeHidden();
  await expect(page).toHaveURL(/\/viewdoctors\?q=/);
  await closed(page);
  await page.goBack();
  await expect(page).toHaveURL("/about");
});

test("a tap outside a dialog in which something was typed keeps it, and Back asks", async ({ page }) => {
  await signInAsUser(page);
  await page.goto("/user/people");
  await page.getByRole("button", { name: t("people_add") }).click();
  const dialog = page.getByRole("dialog");
  const name = dialog.getByRole("textbox").first();
  await name.fill("Asha");
  await page.mouse.click(195, 20);
  await expect(name).toHaveValue("Asha");
  let asked = 0;
  page.on("dialog", (question) => {
    asked += 1;
    void (asked === 1 ? question.dismiss() : question.accept());
  });
  await page.goBack();
  await expect.poll(() => asked).toBe(1);
  await expect(name).toHaveValue("Asha");
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL("/user/people");
});

test("unsaved edits are asked about by a link and by Back, and outlive a change of language", async ({
  page,
}) => {
  await page.goto("/about");
  await hydrated(page);
  await page.getByRole("contentinfo").getByRole("link", { name: "Contact" }).click();
  await expect(page).toHaveURL("/contact");
  await hydrated(page);
  await page.locator("input[name=name]").fill("Asha Nair");
  const asked: string[] = [];
  page.on("dialog", (question) => {
    asked.push(question.type());
    void question.dismiss();
  });
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  await expect.poll(() => asked).toEqual(["confirm"]);
  await expect(page).toHaveURL("/contact");
  await page.evaluate(() => window.history.back());
  await expect.poll(() => asked).toEqual(["confirm", "confirm"]);
  await expect(page).toHaveURL("/contact");
  await expect(page.locator("input[name=name]")).toHaveValue("Asha Nair");
  await page.getByRole("button", { name: "മലയാളം" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "ml");
  await expect(page.locator("input[name=name]")).toHaveValue("Asha Nair");
  expect(asked).toHaveLength(2);
});

test("a second tab is told why it was signed out", async ({ page, context }) => {
  const user = await signInAsUser(page);
  await page.goto("/user/bookings");
  const second = await context.newPage();
  await signInAsUser(second, user);
  await second.goto("/user/bookings");
  await expect(second.getByRole("heading", { level: 1 })).toBeVisible();
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
  await expect(second).toHaveURL("/login");
  await expectMessage(second, t("login_ended_in_other_tab"));
  await second.close();
});

test("nothing of the last person is behind Back after a logout", async ({ page, request }) => {
  const doctor = await listedDoctor(request);
  const user = await signInAsUser(page);
  await bookVisit(request, doctor.id, { user });
  await page.goto(`/viewdoctors?doctor=${doctor.id}`);
  const sheet = page.getByRole("dialog");
  const times = sheet.getByRole("group", { name: t("slot_choose_time") });
  await times.getByRole("radio").first().check();
  await sheet.getByRole("button", { name: t("slot_proceed") }).click();
  await expect(page).toHaveURL("/doctor/appointment");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("menuitem", { name: "Logout" }).click();
  await expect(page).toHaveURL("/login");
  await page.goBack();
  await expect(page).not.toHaveURL("/login");
  expect(await page.evaluate(() => JSON.stringify(window.history.state))).not.toContain(doctor.id);
  expect(await page.evaluate(() => JSON.stringify({ ...window.sessionStorage }))).not.toContain(
    user.username,
  );
});
