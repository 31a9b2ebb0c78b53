import { expect, test } from "./fixtures";
import { hydrated } from "./site";

test("the switch keeps the page and is remembered", async ({ page, context }) => {
  await page.goto("/viewdoctors?value=ENT");
  await hydrated(page);
  await page.getByRole("button", { name: "മലയാളം" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "ml");
  await expect(page).toHaveURL("/viewdoctors?value=ENT");
  const [cookie] = await context.cookies();
  expect(cookie).toMatchObject({ name: "lang", value: "ml", path: "/", sameSite: "Lax" });

  await page.goto("/category");
  await expect(page.locator("html")).toHaveAttribute("lang", "ml");
  await hydrated(page);
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
});

test("the switch wins over the language in the address", async ({ page }) => {
  await page.goto("/about?lang=ml");
  await hydrated(page);
  await page.getByRole("button", { name: "English" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page).toHaveURL("/about");
});

test("speciality cards are named in Malayalam and link by the English title", async ({ page }) => {
  await page.goto("/category?lang=ml");
  const link = page.getByRole("link", { name: "ബുക്ക് ചെയ്യാം: ഹൃദ്രോഗം" });
  await expect(link).toHaveAttribute("href", "/viewdoctors?value=Cardiology");
});

test.describe("a browser that prefers Malayalam", () => {
  test.use({ locale: "ml-IN" });
  test("gets it without asking", async ({ page }) => {
    await page.goto("/");
    await expect(page.locator("html")).toHaveAttribute("lang", "ml");
    await hydrated(page);
  });
});
