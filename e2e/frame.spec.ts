import { expect, test } from "./fixtures";
import { tabTo } from "./keyboard";
import { signInAsUser } from "./people";
import { hydrated, phone } from "./site";

test("a client-side navigation sets the title, the top of the page and the focus", async ({ page }) => {
  await page.goto("/");
  await hydrated(page);
  await page.getByRole("contentinfo").getByRole("link", { name: "Privacy" }).click();
  await expect(page).toHaveURL("/privacy");
  await expect(page).toHaveTitle("Privacy · Doc Care");
  await expect(page.getByRole("heading", { level: 1 })).toBeFocused();
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page).toHaveTitle(/^Doc Care · Find a doctor/);
});

test("every link of the footer leads to a real page", async ({ page, request }) => {
  await page.goto("/");
  const footer = page.getByRole("contentinfo");
  await expect(footer.getByRole("link", { name: "Blood groups and donors" })).toHaveAttribute(
    "href",
    "/bloodfacts",
  );
  const links = await footer.getByRole("link").all();
  expect(links.length).toBeGreaterThan(7);
  for (const link of links) {
    const answer = await request.get((await link.getAttribute("href")) ?? "");
    expect(answer.status(), answer.url()).toBe(200);
  }
});

test("the account menu works with the keyboard alone", async ({ page }) => {
  await page.goto("/");
  await hydrated(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  const menuButton = page.getByRole("button", { name: "Account" });
  await tabTo(page, menuButton);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("menuitem", { name: "Profile" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("menuitem", { name: "Bookings" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("menu")).toBeHidden();
  await expect(menuButton).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("End");
  await expect(page.getByRole("menuitem", { name: "Login/Signup" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL("/login");
});

test("the menu of a phone has all entries of the header", async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto("/");
  await hydrated(page);
  await page.getByRole("button", { name: "Menu" }).click();
  await expect(page.getByRole("menuitem")).toHaveText([
    "Dashboard",
    "Medicines",
    "For business",
    "Profile",
    "Bookings",
    "Login/Signup",
  ]);
  await page.getByRole("menuitem", { name: "Medicines" }).click();
  await expect(page).toHaveURL("/medicines");
});

test("the bookings require a login and open for a user", async ({ page }) => {
  await page.goto("/");
  await hydrated(page);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Bookings" }).click();
  await expect(page).toHaveURL("/login");
  await signInAsUser(page);
  await page.goto("/");
  await hydrated(page);
  await page.getByRole("button", { name: "Account" }).click();
  await page.getByRole("menuitem", { name: "Bookings" }).click();
  await expect(page).toHaveURL("/user/bookings");
});

test("the plain header leads to the other audience", async ({ page }) => {
  await page.goto("/login");
  await hydrated(page);
  await page.getByRole("link", { name: "For Business", exact: true }).click();
  await expect(page).toHaveURL("/forbusiness/doclogin");
  await page.getByRole("link", { name: "For User" }).click();
  await expect(page).toHaveURL("/login");
});

test("a link into the middle of the app works, with its query", async ({ page }) => {
  await page.goto("/viewdoctors?value=Cardiology");
  await hydrated(page);
  await expect(page.getByRole("heading", { level: 1, name: "Find doctors" })).toBeVisible();
});

test.describe("an unknown address", () => {
  test.use({ expectedComplaints: [/status of 404/] });
  test("answers 404 with a page that leads on", async ({ page }) => {
    const answer = await page.goto("/no/such/page");
    expect(answer?.status()).toBe(404);
    await hydrated(page);
    await expect(page.getByRole("heading", { name: "Page not found" })).toBeVisible();
    await page.getByRole("main").getByRole("link", { name: "Back to home" }).click();
    await expect(page).toHaveURL("/");
  });
});

test("public pages have metadata for search engines", async ({ page, baseURL }) => {
  await page.goto("/category?lang=ml");
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", `${baseURL}/category?lang=ml`);
  await expect(page.locator('link[rel="alternate"]')).toHaveCount(3);
  await expect(page.locator('meta[name="description"]')).toHaveAttribute("content", /ചികിത്സാവിഭാഗങ്ങൾ/);
  expect(await page.content()).not.toContain("doccare.invalid");
});
