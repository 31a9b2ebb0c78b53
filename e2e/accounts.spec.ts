import { readFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { mailedResetLink, newPerson, type Person, registered, signInAsUser } from "./people";
import { hydrated, languages } from "./site";
import { textsIn } from "./texts";

const sizes = [
  { width: 390, height: 844 },
  { width: 1366, height: 768 },
];

const stored = (page: Page) => page.evaluate(() => window.localStorage.length);

for (const language of languages) {
  const t = textsIn(language);

  async function logIn(page: Page, name: string, password: string): Promise<void> {
    await page.getByLabel(t("login_name"), { exact: true }).fill(name);
    await page.getByLabel(t("password"), { exact: true }).fill(password);
    await page.getByRole("button", { name: t("login_button"), exact: true }).click();
  }

  async function openLogin(page: Page): Promise<void> {
    await page.goto("/login");
    await hydrated(page);
  }

  /** The account menu of a desk, the one menu of a phone. */
  async function openMenu(page: Page): Promise<void> {
    const width = page.viewportSize()?.width ?? 0;
    await page.getByRole("button", { name: t(width < 768 ? "menu" : "account"), exact: true }).click();
  }

  async function fillRegistration(page: Page, person: Person, confirm: string): Promise<void> {
    await page.getByLabel(t("registration_username"), { exact: true }).fill(person.username);
    await page.getByLabel(t("email"), { exact: true }).fill(person.email);
    await page.getByLabel(t("registration_phone"), { exact: true }).fill(person.phone_number);
    await page.getByLabel(t("password"), { exact: true }).fill(person.password);
    await page.getByLabel(t("registration_confirm"), { exact: true }).fill(confirm);
    await page.getByRole("button", { name: t("registration_button"), exact: true }).click();
  }

  for (const viewport of sizes) {
    test.describe(`in ${language} at ${viewport.width} px`, () => {
      test.use({ viewport });

      test.beforeEach(async ({ context, baseURL }) => {
        await context.addCookies([{ name: "lang", value: language, url: baseURL }]);
      });

      test("somebody registers, logs in, edits the profile and logs out", async ({ page, request }) => {
        const person = newPerson();
        await openLogin(page);
        await page.getByRole("link", { name: t("login_sign_up"), exact: true }).click();
        await expect(page).toHaveURL("/registration");

        const calls: string[] = [];
        page.on("request", (sent) => {
          if (sent.url().endsWith("/user/api/register")) calls.push(sent.url());
        });
        await fillRegistration(page, person, "something else");
        await expect(page.getByRole("alertdialog")).toContainText(t("registration_mismatch"));
        expect(calls).toEqual([]);
        await page.getByLabel(t("registration_confirm"), { exact: true }).fill(person.password);
        await page.getByRole("button", { name: t("registration_button"), exact: true }).click();
        await expect(page).toHaveURL("/login");
        expect(calls).toHaveLength(1);

        await logIn(page, person.phone_number, person.password);
        await expect(page).toHaveURL("/");
        const token = await page.evaluate(() => window.localStorage.getItem("userToken"));
        const userId = await page.evaluate(() => window.localStorage.getItem("userId"));
        expect([token, userId].every(Boolean)).toBe(true);

        await openMenu(page);
        for (const entry of ["profile", "bookings", "logout"]) {
          await expect(page.getByRole("menuitem", { name: t(entry), exact: true })).toBeVisible();
        }
        await page.getByRole("menuitem", { name: t("profile"), exact: true }).click();
        await expect(page).toHaveURL("/user/profile");

        const edit = (label: string) =>
          page.getByRole("button", { name: t("profile_edit", { label: t(label).toLowerCase() }) });
        await edit("profile_name").click();
        await page.getByLabel(t("profile_name"), { exact: true }).fill("ആശ മേനോൻ");
        await edit("profile_birth_date").click();
        await page.getByLabel(t("profile_birth_date"), { exact: true }).fill("1990-03-01");
        await edit("profile_state").click();
        await page
          .getByRole("button", { name: t("profile_state") })
          .first()
          .click();
        await page.getByRole("option", { name: language === "ml" ? "കേരളം" : "Kerala", exact: true }).click();
        const district = language === "ml" ? "കോഴിക്കോട്" : "Kozhikode";
        await page.getByRole("button", { name: t("profile_choose") }).click();
        await page.getByRole("option", { name: district, exact: true }).click();
        const saved = page.waitForResponse(
          (answer) => answer.url().includes("/user/api/user/profile/") && answer.request().method() === "PUT",
        );
        await page.getByRole("button", { name: t("profile_submit"), exact: true }).click();
        const { message } = await (await saved).json();
        await expect(page.getByRole("alertdialog").filter({ hasText: message })).toBeVisible();

        await page.reload();
        await expect(page.getByRole("heading", { name: "ആശ മേനോൻ" })).toBeVisible();
        await expect(page.getByText(district, { exact: true })).toBeVisible();
        await expect(page.getByText("1990")).toBeVisible();

        await openMenu(page);
        const ended = page.waitForResponse("**/user/api/logout");
        await page.getByRole("menuitem", { name: t("logout"), exact: true }).click();
        expect((await ended).status()).toBe(200);
        await expect(page).toHaveURL("/login");
        expect(await stored(page)).toBe(0);
        const answer = await request.get(`/user/api/user/profile/${userId}`, {
          headers: { Authorization: `Bearer ${token}` },
        });
        expect(answer.status()).toBe(401);
      });

      test.describe("with a password that was forgotten", () => {
        test.use({ expectedComplaints: [/status of (401|410)/] });
        test("a mailed link sets a new one, once", async ({ page, request }) => {
          const person = await registered(request);
          await openLogin(page);
          await page.getByRole("link", { name: t("login_forgot"), exact: true }).click();
          await expect(page).toHaveURL("/forgotpassword?role=user");
          await page.getByLabel(t("email"), { exact: true }).fill(person.email);
          await page.getByRole("button", { name: t("forgot_button"), exact: true }).click();
          await expect(page.getByRole("heading", { name: t("forgot_sent_title") })).toBeVisible();

          const link = await mailedResetLink(person.email);
          const choose = async () => {
            await page.goto("/about");
            await page.goto(link);
            await hydrated(page);
            await page.getByLabel(t("reset_password"), { exact: true }).fill("another password");
            await page.getByLabel(t("registration_confirm"), { exact: true }).fill("another password");
            await page.getByRole("button", { name: t("reset_button"), exact: true }).click();
          };
          await choose();
          await expect(page).toHaveURL("/login");

          const refused = page.waitForResponse("**/user/api/login");
          await logIn(page, person.email, person.password);
          expect((await refused).status()).toBe(401);
          await logIn(page, person.email, "another password");
          await expect(page).toHaveURL("/");

          await choose();
          await expect(page.getByRole("heading", { name: t("reset_ended_title") })).toBeVisible();
          await page.getByRole("link", { name: t("reset_ask_again"), exact: true }).click();
          await expect(page).toHaveURL("/forgotpassword?role=user");
        });
      });

      test.describe("with an account to delete", () => {
        test.use({ expectedComplaints: [/status of (401|422)/] });
        test("the password is asked for, and everything goes", async ({ page, request }) => {
          const person = await registered(request);
          await openLogin(page);
          await logIn(page, person.email, person.password);
          await expect(page).toHaveURL("/");
          await page.goto("/user/profile");
          await page.getByRole("button", { name: t("profile_delete"), exact: true }).click();
          const dialog = page.getByRole("dialog");
          const password = dialog.getByLabel(t("profile_delete_password"), { exact: true });
          const confirm = dialog.getByRole("button", { name: t("profile_delete"), exact: true });
          await password.fill("not the password");
          await confirm.click();
          await expect(password).toHaveAttribute("aria-invalid", "true");
          await password.fill(person.password);
          await confirm.click();
          await expect(page).toHaveURL("/");
          await expect.poll(() => stored(page)).toBe(0);
          await expect(page.getByRole("alertdialog")).toBeVisible();

          await openLogin(page);
          const refused = page.waitForResponse("**/user/api/login");
          await logIn(page, person.email, person.password);
          expect((await refused).status()).toBe(401);
        });
      });
    });
  }
}

const t = textsIn("en");

test.describe("a wrong password", () => {
  test.use({ expectedComplaints: [/status of 401/] });
  test("is the server's message, and stores nothing", async ({ page, request }) => {
    const person = await registered(request);
    await page.goto("/login");
    await hydrated(page);
    const answer = page.waitForResponse("**/user/api/login");
    await page.getByPlaceholder("Email or Mobile Number").fill(person.email);
    await page.getByLabel("Password", { exact: true }).fill("not the password");
    await page.getByRole("button", { name: "Login", exact: true }).click();
    const { message } = await (await answer).json();
    await expect(page.getByRole("alertdialog")).toContainText(message);
    await expect(page).toHaveURL("/login");
    expect(await stored(page)).toBe(0);
  });
});

test("an address that is registered is an error, and nothing typed is lost", async ({ page, request }) => {
  const person = await registered(request);
  await page.goto("/registration");
  await hydrated(page);
  await page.getByLabel("Username", { exact: true }).fill("Somebody else");
  await page.getByLabel("Email", { exact: true }).fill(person.email.toUpperCase());
  await page.getByLabel("Phone Number", { exact: true }).fill("+91 98765 43210");
  await page.getByLabel("Password", { exact: true }).fill("a password for tests");
  await page.getByLabel("Confirm Password", { exact: true }).fill("a password for tests");
  const answer = page.waitForResponse("**/user/api/register");
  await page.getByRole("button", { name: "Sign Up", exact: true }).click();
  expect((await answer).status()).toBe(200);
  await expect(page.getByRole("alertdialog")).toContainText((await (await answer).json()).message);
  await expect(page).toHaveURL("/registration");
  await expect(page.getByLabel("Username", { exact: true })).toHaveValue("Somebody else");
});

test.describe("without a connection", () => {
  test.use({ expectedComplaints: [/ERR_/] });
  test("registering tells it by the browser's alert", async ({ page }) => {
    await page.goto("/registration");
    await hydrated(page);
    await page.route("**/user/api/register", (route) => route.abort());
    const person = newPerson();
    await page.getByLabel("Username", { exact: true }).fill(person.username);
    await page.getByLabel("Email", { exact: true }).fill(person.email);
    await page.getByLabel("Phone Number", { exact: true }).fill(person.phone_number);
    await page.getByLabel("Password", { exact: true }).fill(person.password);
    await page.getByLabel("Confirm Password", { exact: true }).fill(person.password);
    const told = page.waitForEvent("dialog");
    const pressed = page.getByRole("button", { name: "Sign Up", exact: true }).click();
    const alert = await told;
    expect(alert.message()).toBe(t("no_connection"));
    await alert.accept();
    await pressed;
    await expect(page.getByLabel("Email", { exact: true })).toHaveValue(person.email);
  });
});

test("a guarded page comes back after the login", async ({ page, request }) => {
  const person = await registered(request);
  await page.goto("/user/profile");
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("alertdialog")).toContainText("Please sign in to continue.");
  await page.getByPlaceholder("Email or Mobile Number").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Login", exact: true }).click();
  await expect(page).toHaveURL("/user/profile");
  await expect(page.getByRole("heading", { name: person.username })).toBeVisible();
});

test("the own data can be taken away", async ({ page }) => {
  const person = await signInAsUser(page);
  await page.goto("/user/profile");
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download my data" }).click();
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
  test(`a ${role} who forgot the password finds back to ${login}`, async ({ page }) => {
    await page.goto(`/forgotpassword?role=${role}`);
    await hydrated(page);
    await expect(page.getByRole("link", { name: "Back to login" })).toHaveAttribute("href", login);
    await page.getByLabel("Email", { exact: true }).fill("nobody@example.com");
    await page.getByRole("button", { name: "Send the link" }).click();
    await page.getByRole("link", { name: "Back to login" }).click();
    await expect(page).toHaveURL(login);
  });
}

test("password pages are kept out of search engines", async ({ page }) => {
  for (const path of ["/forgotpassword", "/resetpassword"]) {
    await page.goto(path);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
  }
});
