/** Pages that the server fills with their first data: hydration finds what it would draw, and without scripts they can be read and used. */
import { fileURLToPath } from "node:url";
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { devices, hydrated, languages, phone } from "./site";
import { textsIn } from "./texts";
import { listedDoctor, listedFacility, newFacility } from "./workers";

const { renderFilled } = await import(
  fileURLToPath(new URL("../web/.prerender/entry-prerender.js", import.meta.url))
);

/** What is only for browsers without scripts is not hydrated. */
const drawn = (html: string) => html.replace(/<noscript>.*?<\/noscript>/gs, "");

const between = (text: string, from: string, to: string) => text.split(from)[1]?.split(to)[0] ?? "";

const lists = [
  "/viewdoctors",
  "/viewdoctors?district=Kozhikode&value=Stomach+%26+digestion&gender=Female",
  "/viewdoctors?when=tomorrow&from=16:00&maxFee=1000&q=a",
  "/viewdoctors?mode=phone",
  "/viewdoctors?q=%3Cb%3E%22%27nobody",
  "/medicines",
  "/medicines?district=Ernakulam",
  "/medicines?q=%3Cb%3Enobody",
];

for (const language of languages) {
  test(`hydration finds what it would draw, in ${language}`, async ({ request }) => {
    const { data: some } = await (await request.get("/user/api/finddoctors?limit=40")).json();
    const doctors = some.map(({ _id }: { _id: string }) => `/doctors/${_id}`);
    for (const address of [...lists, ...doctors]) {
      const sent = await request.get(address, { headers: { Cookie: `lang=${language}` } });
      const html = await sent.text();
      const answers = JSON.parse(between(html, '<script type="application/json" id="answers">', "</script>"));
      const [root = ""] = (html.split('<div id="root">')[1] ?? "").split('</div><div id="lost"');
      expect(drawn(root), address).toBe(drawn(await renderFilled(address, language, answers)));
    }
  });
}

for (const { language, viewport } of devices) {
  const t = textsIn(language);

  test.describe(`without scripts, in ${language}`, () => {
    let context: BrowserContext;
    let page: Page;

    test.beforeEach(async ({ browser, baseURL }) => {
      context = await browser.newContext({ javaScriptEnabled: false, baseURL, viewport });
      await context.addCookies([{ name: "lang", value: language, url: baseURL ?? "" }]);
      page = await context.newPage();
    });
    test.afterEach(() => context.close());

    test("a doctor is found, a day is chosen and its free times are listed", async ({ request }) => {
      const doctor = await listedDoctor(request);
      await page.goto("/viewdoctors");
      await page.getByLabel(t("find_name")).fill(doctor.name);
      await page.getByRole("button", { name: t("find_show"), exact: true }).click();
      expect(new URL(page.url()).searchParams.get("q")).toBe(doctor.name);
      await expect(page.getByLabel(t("find_name"))).toHaveValue(doctor.name);
      await page.getByRole("article").getByRole("link").first().click();
      await expect(page).toHaveURL(new RegExp(`/doctors/${doctor.id}`));
      await expect(page.getByRole("heading", { level: 1 })).toContainText(doctor.name);
      await page.locator("main li a[href*='day=']").last().click();
      await expect(page.locator("main section ul li").first()).toBeVisible();
      await expect(page.locator("noscript p").last()).toHaveText(t("no_script_booking_text"));
    });

    test("filters are kept, and the list goes on", async () => {
      await page.goto("/viewdoctors");
      const fee = page.getByLabel(t("doctor_fee"), { exact: true });
      await fee.selectOption("1000");
      await page.getByRole("button", { name: t("find_show"), exact: true }).click();
      await expect(fee).toHaveValue("1000");
      const first = await page.getByRole("article").first().getAttribute("aria-labelledby");
      await page.getByRole("link", { name: t("list_next_page") }).click();
      await expect(fee).toHaveValue("1000");
      await expect(page.getByRole("article").first()).not.toHaveAttribute("aria-labelledby", first ?? "");
    });

    test("pharmacies are found", async ({ request }) => {
      const pharmacy = newFacility("Idukki");
      await listedFacility(request, "Pharmacy", pharmacy);
      await page.goto("/medicines");
      await page.getByLabel(t("medicines_name")).fill(pharmacy.Hospital_name);
      await page.getByRole("button", { name: t("find_show"), exact: true }).click();
      await expect(page.getByRole("article")).toContainText(pharmacy.Hospital_name);
      await page.getByLabel(t("medicines_name")).fill("nobody has this name");
      await page.getByRole("button", { name: t("find_show"), exact: true }).click();
      await expect(page.getByText(t("medicines_no_match"), { exact: true })).toBeVisible();
    });
  });
}

test.use({ viewport: phone });

/** The page's fetches to the API. */
function calls(page: Page): string[] {
  const paths: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/user/api/")) paths.push(pathname);
  });
  return paths;
}

test("a page with its data asks for it no second time, and the browser does not complain", async ({
  page,
  request,
}) => {
  const doctor = await listedDoctor(request);
  const asked = calls(page);
  for (const address of ["/viewdoctors?maxFee=1000&when=tomorrow", "/medicines", `/doctors/${doctor.id}`]) {
    await page.goto(address);
    await hydrated(page);
  }
  await expect(page.getByRole("heading", { level: 1 })).toContainText(doctor.name);
  expect(asked.filter((path) => /finddoctors|pharmacies/.test(path))).toEqual([]);
  expect(asked).not.toContain(`/user/api/doctor/${doctor.id}`);
});

test("a day that is pressed before the scripts opens its free times", async ({ page, request }) => {
  const doctor = await listedDoctor(request);
  await page.goto(`/doctors/${doctor.id}`);
  const day = page.locator("main ul a[href*='day=']").last();
  const name = (await day.getAttribute("aria-label")) ?? "";
  await page.goto((await day.getAttribute("href")) ?? "");
  await expect(page.getByRole("dialog").getByRole("radio", { name })).toBeChecked();
});
