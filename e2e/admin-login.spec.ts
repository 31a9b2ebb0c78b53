import type { Page } from "@playwright/test";
import { expect, expectMessage, test } from "./fixtures";
import { admin } from "./installation";
import { hydrated } from "./site";

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel("Email").fill(admin.email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In" }).click();
}

const stored = (page: Page) => page.evaluate(() => Object.keys(window.localStorage));

test("the admin signs in, is led to the requested page, and logs out", async ({ page }) => {
  await page.goto("/admin/userlist");
  await expect(page).toHaveURL("/admin/login");
  await signIn(page, admin.password);
  await expect(page).toHaveURL("/admin/userlist");
  expect(await stored(page)).toEqual(["adminToken"]);
  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "User's List" })).toBeVisible();

  const ended = page.waitForResponse("**/admin/api/logout");
  await page.getByRole("button", { name: "Logout" }).click();
  await expect(page).toHaveURL("/admin/login");
  expect((await ended).status()).toBe(200);
  await expect.poll(() => stored(page)).toEqual([]);
  await page.goto("/admin/userlist");
  await expect(page).toHaveURL("/admin/login");
});

test("a login without a requested page opens the dashboard", async ({ page }) => {
  await page.goto("/admin/login");
  await hydrated(page);
  await signIn(page, admin.password);
  await expect(page).toHaveURL("/admin/home/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});

test("empty fields are explained in the page's language", async ({ page }) => {
  await page.goto("/admin/login?lang=ml");
  await hydrated(page);
  await page.getByRole("button", { name: "ലോഗിൻ" }).click();
  await expect(page.getByText("ദയവായി പൂരിപ്പിക്കുക: ഇമെയിൽ.")).toBeVisible();
  await expect(page.getByLabel("ഇമെയിൽ")).toBeFocused();
});

test.describe("a wrong password", () => {
  test.use({ expectedComplaints: [/status of 401/] });
  test("shows the server's message and stores nothing", async ({ page }) => {
    await page.goto("/admin/login");
    await hydrated(page);
    const answer = page.waitForResponse("**/admin/api/login");
    await signIn(page, "not the password");
    await expectMessage(page, (await (await answer).json()).message);
    await expect(page).toHaveURL("/admin/login");
    expect(await stored(page)).toEqual([]);
  });
});
