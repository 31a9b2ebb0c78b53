/** Scripts that cannot be loaded: the app retries, shows a message, offers to reload; and old tabs survive a new version. */
import type { Page, Route } from "@playwright/test";
import { expect, test } from "./fixtures";
import { hydrated, languages } from "./site";
import { textsIn } from "./texts";

test.use({
  expectedComplaints: [
    /Failed to (load resource|fetch dynamically imported module)|LostPart|could not be shown/,
  ],
});

const gone = (route: Route) => route.fulfill({ status: 404 });
const bar = (page: Page) => page.locator("#lost");
const t = textsIn("en");

/** Records the requests of documents from now on. */
function documents(page: Page): string[] {
  const found: string[] = [];
  page.on("request", (request) => {
    if (request.isNavigationRequest()) found.push(new URL(request.url()).pathname);
  });
  return found;
}

for (const language of languages) {
  test(`a page in ${language} whose scripts do not come says so, and reloads when asked to`, async ({
    page,
  }) => {
    const words = textsIn(language);
    await page.route("**/assets/index-*.js", gone);
    await page.goto(`/login?lang=${language}`);
    await expect(bar(page)).toBeVisible();
    await expect(bar(page)).toContainText(words("error_module_load"));
    await page.locator("input").first().fill("asha@example.com");
    await page.unrouteAll();
    await page.getByRole("button", { name: words("action_reload") }).click();
    await hydrated(page);
    await expect(bar(page)).toBeHidden();
  });
}

for (const script of ["index", "sign-in"]) {
  test(`a page whose ${script} script is lost once comes by itself`, async ({ page }) => {
    const opened = documents(page);
    let lost = 0;
    // The preload and the import share a request, or send one each.
    await page.route(`**/assets/${script}-*.js`, (route) => {
      lost += 1;
      return lost <= 1 ? route.abort() : route.continue();
    });
    await page.goto("/login");
    await hydrated(page);
    await expect(bar(page)).toBeHidden();
    expect(lost).toBeGreaterThan(1);
    expect(opened).toEqual(["/login"]);
  });
}

test("a shell whose page does not come says so", async ({ page }) => {
  await page.route("**/assets/doctors-*.js", gone);
  await page.goto("/doctors/nobody");
  await expect(bar(page)).toBeVisible();
  await expect(bar(page)).toContainText(t("error_module_load"));
});

const about = (page: Page) =>
  page.getByRole("contentinfo").getByRole("link", { name: t("about_title"), exact: true });

test("a navigation whose script is lost once arrives by itself", async ({ page }) => {
  await page.goto("/");
  await hydrated(page);
  let lost = 0;
  await page.route("**/assets/information-*.js", (route) => {
    lost += 1;
    return lost === 1 ? route.abort() : route.continue();
  });
  const opened = documents(page);
  await about(page).click();
  await expect(page.getByRole("heading", { level: 1, name: t("about_title") })).toBeVisible();
  expect(opened).toEqual([]);
});

test("a navigation of an old tab loads its page from the new version", async ({ page }) => {
  await page.goto("/");
  await hydrated(page);
  await page.route("**/assets/information-*.js", gone);
  await page.route("/", async (route) => {
    const answer = await route.fetch();
    const html = (await answer.text()).replace(/\/assets\/index-[^".]+\.js"/, '/assets/index-new.js"');
    await page.unroute("**/assets/information-*.js");
    await route.fulfill({ response: answer, body: html });
  });
  const opened = documents(page);
  await about(page).click();
  await expect(page.getByRole("heading", { level: 1, name: t("about_title") })).toBeVisible();
  expect(opened).toEqual(["/about"]);
});

test("a navigation whose script does not come in the same version offers another try, and does not reload", async ({
  page,
}) => {
  await page.goto("/");
  await hydrated(page);
  await page.route("**/assets/information-*.js", gone);
  const opened = documents(page);
  await about(page).click();
  await expect(page.getByRole("alert")).toContainText(t("error_title"));
  expect(opened).toEqual([]);
  await page.unrouteAll();
  await page.getByRole("button", { name: t("action_try_again") }).click();
  await expect(page.getByRole("heading", { level: 1, name: t("about_title") })).toBeVisible();
});

test("a part that does not come leaves what was typed, and offers to reload", async ({ page }) => {
  await page.goto("/contact");
  await hydrated(page);
  await page.route("**/assets/menu-list-*.js", gone);
  const message = page.getByRole("textbox", { name: t("contact_message") });
  await message.fill("My name is spelled wrongly.");
  const opened = documents(page);
  await page.getByRole("button", { name: t("nav_account"), exact: true }).click();
  await expect(bar(page)).toBeVisible();
  await expect(bar(page)).toContainText(t("error_module_load"));
  await expect(message).toHaveValue("My name is spelled wrongly.");
  expect(opened).toEqual([]);
});

test("a navigation brings its own words for search engines", async ({ page }) => {
  const described = page.locator('head meta[name="description"]');
  const canonical = page.locator('head link[rel="canonical"]');
  await page.goto("/");
  await hydrated(page);
  await about(page).click();
  await expect(page).toHaveTitle(t("app_document_title", { title: t("about_title") }));
  await expect(described).toHaveAttribute("content", t("about_description"));
  await expect(canonical).toHaveAttribute("href", new URL("/about", page.url()).href);
  await expect(page.locator('head meta[property="og:title"]')).toHaveCount(1);
  await page.goto("/login");
  await hydrated(page);
  await page.getByRole("link", { name: t("login_forgot") }).click();
  await expect(page.locator('head meta[name="robots"]')).toHaveAttribute("content", "noindex");
  await expect(described).toHaveCount(0);
});
