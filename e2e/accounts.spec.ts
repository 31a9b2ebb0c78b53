import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, expectMessage, test } from "./fixtures";
import { mailedLink, newPerson, type Person, registered, signInAsUser } from "./people";
import { devices, hydrated } from "./site";
import { textsIn } from "./texts";

const stored = (page: Page) => page.evaluate(() => window.localStorage.length);

/** The texts of the pages in one language, and the steps of the tests. */
function pages(language: string) {
  const t = textsIn(language);
  const field = (page: Page, key: string) => page.getByLabel(t(key), { exact: true });
  const press = (page: Page, key: string) => page.getByRole("button", { name: t(key), exact: true }).click();

  async function logIn(page: Page, name: string, password: string): Promise<void> {
    await field(page, "login_name").fill(name);
    await field(page, "field_password").fill(password);
    await press(page, "login_button");
  }

  async function fillRegistration(page: Page, person: Person): Promise<void> {
    await field(page, "registration_username").fill(person.username);
    await field(page, "field_email").fill(person.email);
    await field(page, "field_phone_number").fill(person.phone_number);
    await field(page, "field_password").fill(person.password);
    await field(page, "registration_password_again").fill(person.password);
  }

  return { t, field, press, logIn, fillRegistration };
}

for (const { language, viewport } of devices) {
  const { t, field, press, logIn, fillRegistration } = pages(language);
  /** The account menu on a large screen, the only menu on a phone. Opened by keys, because messages may cover it for a while. */
  const openMenu = (page: Page) =>
    page
      .getByRole("button", { name: t(viewport.width < 768 ? "nav_menu" : "nav_account"), exact: true })
      .press("Enter");

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language });

    test("somebody registers, logs in, edits the profile and logs out", async ({ page, request }) => {
      const person = newPerson();
      await page.goto("/login");
      await hydrated(page);
      await page.getByRole("link", { name: t("login_register"), exact: true }).click();
      await expect(page).toHaveURL("/registration");

      const calls: string[] = [];
      page.on("request", (sent) => {
        if (sent.url().endsWith("/user/api/register")) calls.push(sent.url());
      });
      await fillRegistration(page, person);
      await field(page, "registration_password_again").fill("something else");
      await press(page, "registration_button");
      await expectMessage(page, t("password_mismatch"));
      expect(calls).toEqual([]);
      await field(page, "registration_password_again").fill(person.password);
      await press(page, "registration_button");
      await expect(page).toHaveURL("/login");
      expect(calls).toHaveLength(1);

      await logIn(page, person.phone_number, person.password);
      await expect(page).toHaveURL("/");
      const [token, userId] = await page.evaluate(() => [
        window.localStorage.getItem("userToken"),
        window.localStorage.getItem("userId"),
      ]);
      expect([token, userId].every(Boolean)).toBe(true);

      await openMenu(page);
      for (const entry of ["nav_profile", "nav_bookings", "nav_logout"]) {
        await expect(page.getByRole("menuitem", { name: t(entry), exact: true })).toBeVisible();
      }
      await page.getByRole("menuitem", { name: t("nav_profile"), exact: true }).press("Enter");
      await expect(page).toHaveURL("/user/profile");

      const edit = (label: string) =>
        page.getByRole("button", { name: t("profile_edit", { label: t(label).toLowerCase() }) });
      await edit("field_name").click();
      await field(page, "field_name").fill("ആശ മേനോൻ");
      await edit("profile_birth_date").click();
      await field(page, "profile_birth_date").fill("1990-03-01");
      await edit("profile_state").click();
      await field(page, "profile_state").selectOption(language === "ml" ? "കേരളം" : "Kerala");
      const district = language === "ml" ? "കോഴിക്കോട്" : "Kozhikode";
      await field(page, "field_district").selectOption(district);
      const saved = page.waitForResponse(
        (answer) => answer.url().includes("/user/api/user/profile/") && answer.request().method() === "PUT",
      );
      await press(page, "profile_submit");
      await expectMessage(page, (await (await saved).json()).message);

      await page.reload();
      await expect(page.getByRole("heading", { name: "ആശ മേനോൻ" })).toBeVisible();
      await expect(page.getByText(district, { exact: true })).toBeVisible();
      await expect(page.getByText("1990")).toBeVisible();

      await openMenu(page);
      const ended = page.waitForResponse("**/user/api/logout");
      await page.getByRole("menuitem", { name: t("nav_logout"), exact: true }).press("Enter");
      expect((await ended).status()).toBe(200);
      await expect(page).toHaveURL("/login");
      await expect.poll(() => stored(page)).toBe(0);
      const answer = await request.get(`/user/api/user/profile/${userId}`, {
        headers: { Authorization: `Bearer ${token}` },
      });
      expect(answer.status()).toBe(401);
    });

    test.describe("with a password that was forgotten", () => {
      test.use({ expectedComplaints: [/status of (401|410)/] });
      test("a mailed link sets a new one, once", async ({ page, request }) => {
        const person = await registered(request);
        await page.goto("/login");
        await hydrated(page);
        await page.getByRole("link", { name: t("login_forgot"), exact: true }).click();
        await expect(page).toHaveURL("/forgotpassword?role=user");
        await field(page, "field_email").fill(person.email);
        await press(page, "forgot_button");
        await expect(page.getByRole("heading", { name: t("code_login_link_sent_title") })).toBeVisible();

        const link = await mailedLink(person.email, "/resetpassword");
        await page.goto(link);
        await hydrated(page);
        await field(page, "reset_password").fill("another password");
        await field(page, "registration_password_again").fill("another password");
        await press(page, "reset_button");
        await expect(page).toHaveURL("/login");

        const refused = page.waitForResponse("**/user/api/login");
        await logIn(page, person.email, person.password);
        expect((await refused).status()).toBe(401);
        await logIn(page, person.email, "another password");
        await expect(page).toHaveURL("/");

        // A used link is refused before any input.
        await page.goto(link);
        await expect(page.getByRole("heading", { name: t("reset_ended_title") })).toBeVisible();
        await page.getByRole("link", { name: t("reset_new_link"), exact: true }).click();
        await expect(page).toHaveURL("/forgotpassword?role=user");
      });
    });

    test.describe("with an account to delete", () => {
      test.use({ expectedComplaints: [/status of 422/] });
      test("the password is required, and everything is deleted", async ({ page, request }) => {
        const { email, password } = await signInAsUser(page);
        await page.goto("/user/profile");
        await press(page, "profile_delete");
        const dialog = page.getByRole("dialog");
        const asked = dialog.getByLabel(t("step_up_password"), { exact: true });
        const confirm = dialog.getByRole("button", { name: t("profile_delete"), exact: true });
        await asked.fill("not the password");
        await confirm.click();
        await expect(asked).toHaveAttribute("aria-invalid", "true");
        await asked.fill(password);
        const gone = page.waitForResponse((answer) => answer.ok() && answer.request().method() === "DELETE");
        await confirm.click();
        await expectMessage(page, (await (await gone).json()).message);
        await expect(page).toHaveURL("/");
        await expect.poll(() => stored(page)).toBe(0);
        const again = await request.post("/user/api/login", { data: { email, password } });
        expect(again.status()).toBe(401);
      });
    });
  });
}

const { t, field, press, logIn, fillRegistration } = pages("en");

test.describe("a wrong password", () => {
  test.use({ expectedComplaints: [/status of 401/] });
  test("is the server's message, and stores nothing", async ({ page, request }) => {
    const person = await registered(request);
    await page.goto("/login");
    await hydrated(page);
    await expect(page.getByPlaceholder("Email or Mobile Number")).toBeVisible();
    const answer = page.waitForResponse("**/user/api/login");
    await logIn(page, person.email, "not the password");
    await expectMessage(page, (await (await answer).json()).message);
    await expect(page).toHaveURL("/login");
    expect(await stored(page)).toBe(0);
  });
});

test("a registered address is an error, and no input is lost", async ({ page, request }) => {
  const { email } = await registered(request);
  await page.goto("/registration");
  await hydrated(page);
  await fillRegistration(page, { ...newPerson(), username: "Somebody else", email: email.toUpperCase() });
  const answer = page.waitForResponse("**/user/api/register");
  await press(page, "registration_button");
  expect((await answer).status()).toBe(200);
  const { message } = await (await answer).json();
  await expect(field(page, "field_email")).toHaveAccessibleDescription(new RegExp(message.slice(0, 20)));
  await expect(page).toHaveURL("/registration");
  await expect(field(page, "registration_username")).toHaveValue("Somebody else");
  await page.getByRole("link", { name: t("registration_log_in_instead"), exact: true }).click();
  await expect(page).toHaveURL("/login");
  await expect(field(page, "login_name")).toHaveValue(email.toUpperCase());
});

test.describe("without a connection", () => {
  test.use({ expectedComplaints: [/ERR_/] });
  test("registering shows an alert of the browser", async ({ page }) => {
    await page.goto("/registration");
    await hydrated(page);
    await page.route("**/user/api/register", (route) => route.abort());
    const person = newPerson();
    await fillRegistration(page, person);
    const told = page.waitForEvent("dialog");
    const pressed = press(page, "registration_button");
    const alert = await told;
    expect(alert.message()).toBe(t("error_no_connection"));
    await alert.accept();
    await pressed;
    await expect(field(page, "field_email")).toHaveValue(person.email);
  });
});

test("after the registration one press leads to the requested page", async ({ page }) => {
  const person = newPerson();
  await page.goto("/user/bookings");
  await expect(page).toHaveURL("/login");
  await hydrated(page);
  await page.getByRole("link", { name: t("login_register"), exact: true }).click();
  await fillRegistration(page, person);
  await press(page, "registration_button");
  await expect(page).toHaveURL("/login");
  await page
    .getByRole("button", { name: t("login_as_account", { name: person.username }), exact: true })
    .click();
  await expect(page).toHaveURL("/user/bookings");
});

test("the login leads back to a guarded page", async ({ page, request }) => {
  const person = await registered(request);
  await page.goto("/user/profile");
  await expect(page).toHaveURL("/login");
  await expectMessage(page, t("login_required"));
  await logIn(page, person.email, person.password);
  await expect(page).toHaveURL("/user/profile");
  await expect(page.getByRole("heading", { name: person.username })).toBeVisible();
});

test("the user's data can be downloaded", async ({ page }) => {
  const person = await signInAsUser(page);
  await page.goto("/user/profile");
  const download = page.waitForEvent("download");
  await press(page, "profile_download");
  const file = await download;
  expect(file.suggestedFilename()).toBe("doc-care-data.json");
  const { profile, bookings } = JSON.parse(readFileSync(await file.path(), "utf8"));
  expect(profile.email).toBe(person.email);
  expect(bookings).toEqual([]);
});

for (const [role, login] of [
  ["doctor", "/forbusiness/doclogin"],
  ["admin", "/admin/login"],
] as const) {
  test(`after a forgotten password a ${role} returns to ${login}`, async ({ page }) => {
    await page.goto(`/forgotpassword?role=${role}`);
    await hydrated(page);
    await field(page, "field_email").fill("nobody@example.com");
    await press(page, "forgot_button");
    await expect(page.getByRole("heading", { name: t("code_login_link_sent_title") })).toBeVisible();
    await page.getByRole("link", { name: "Back to login" }).click();
    await expect(page).toHaveURL(login);
  });
}

test("password pages are excluded from search engines", async ({ request }) => {
  for (const path of ["/forgotpassword", "/resetpassword"]) {
    const page = await (await request.get(path)).text();
    expect(page).toContain('<meta name="robots" content="noindex"');
  }
});
