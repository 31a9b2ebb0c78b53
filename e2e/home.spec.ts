import { expect, test } from "./fixtures";
import { hydrated, phone } from "./site";

test("the hero leads to the specialities, and those to their doctors", async ({ page }) => {
  await page.goto("/");
  await hydrated(page);
  await page.getByRole("link", { name: "Book Appointment" }).first().click();
  await expect(page).toHaveURL("/category");
  await expect(page.getByRole("heading", { name: "10+ Specialities" })).toBeVisible();
  await expect(page.getByText("Consult with top doctors across specialities")).toBeVisible();
  await expect(page.getByText("Private consultation + Audio call · Starts at just ₹199")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Book now/ })).toHaveCount(15);
  await page.getByRole("link", { name: "Book now: Stomach & digestion" }).click();
  await expect(page).toHaveURL("/viewdoctors?value=Stomach%20%26%20digestion");
});

test("the carousel shows six of its sixteen cards and each arrow moves it by one sixth", async ({ page }) => {
  await page.goto("/");
  await hydrated(page);
  const carousel = page.getByRole("list").filter({ has: page.getByRole("link", { name: "Book now: ENT" }) });
  await expect(carousel.getByRole("listitem")).toHaveCount(16);
  const width = await carousel.evaluate((list) => list.clientWidth);
  const card = await carousel
    .getByRole("listitem")
    .first()
    .evaluate((item) => item.clientWidth);
  expect(Math.round(width / card)).toBe(6);

  const position = () => carousel.evaluate((list) => Math.round(list.scrollLeft));
  const previous = page.getByRole("button", { name: "Previous specialities" });
  const next = page.getByRole("button", { name: "More specialities" });
  await expect(previous).toHaveAttribute("aria-disabled", "true");
  await next.click();
  await expect.poll(position).toBe(Math.round(width / 6));
  await next.click();
  await expect.poll(position).toBe(Math.round((2 * width) / 6));
  await previous.click();
  await expect.poll(position).toBe(Math.round(width / 6));
  await expect(previous).toHaveAttribute("aria-disabled", "false");
});

test("an arrow also moves the carousel on a phone", async ({ page }) => {
  await page.setViewportSize(phone);
  await page.goto("/");
  await hydrated(page);
  const carousel = page.getByRole("list").filter({ has: page.getByRole("link", { name: "Book now: ENT" }) });
  await page.getByRole("button", { name: "More specialities" }).click();
  await expect.poll(() => carousel.evaluate((list) => list.scrollLeft)).toBeGreaterThan(100);
});

test("the picture of a card leads to the categories", async ({ page }) => {
  await page.goto("/");
  await hydrated(page);
  await page.getByRole("link", { name: "Dermatology: see all specialities" }).click();
  await expect(page).toHaveURL("/category");
});

test("the blood section is reached by its address and leads to donating and to asking", async ({ page }) => {
  await page.goto("/#need-blood");
  await hydrated(page);
  const section = page.locator("#need-blood");
  await expect(section).toBeInViewport();
  await expect(section.getByRole("link", { name: "Request blood" })).toHaveAttribute("href", "/bloodrequest");
  await section.getByRole("link", { name: "Donate blood" }).click();
  await expect(page).toHaveURL("/blooddonate");
});

test("the page can be read before any script runs", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL });
  const page = await context.newPage();
  await page.goto("/");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Book now/ })).toHaveCount(16);
  await context.close();
});

test("an English page downloads no font, a Malayalam one only its own letters", async ({ page }) => {
  const fonts: string[] = [];
  page.on("request", (request) => {
    if (request.resourceType() === "font") fonts.push(request.url());
  });
  const shown = () => page.evaluate(async () => (await document.fonts.ready).status);
  await page.goto("/?lang=en");
  await hydrated(page);
  await expect.poll(shown).toBe("loaded");
  expect(fonts).toEqual([]);
  await page.goto("/?lang=ml");
  await hydrated(page);
  await expect.poll(() => fonts.length).toBe(2);
  await expect.poll(shown).toBe("loaded");
  expect(fonts).toHaveLength(2);
});
