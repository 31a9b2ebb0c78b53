/** Input before the scripts of a page are loaded: typing, choosing, pressing and skipping. */
import { readFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import type { Locator, Page, Request } from "@playwright/test";
import { expect, test } from "./fixtures";
import { admin } from "./installation";
import { mailedLink, newPerson, registered } from "./people";
import { clientPages, hold, hydrated, languages, publicPages } from "./site";
import { textsIn } from "./texts";
import { approvedFacility, photo, password as workersPassword } from "./workers";

const t = textsIn("en");

const formPages = publicPages.filter((path) => {
  const file = `../web/dist/pages/en${path === "/" ? "/index" : path}.html.br`;
  return brotliDecompressSync(readFileSync(new URL(file, import.meta.url))).includes("<form");
});

/** Opens a page whose scripts do not arrive before `release`, and records the browser's requests. */
async function openEarly(page: Page, address: string) {
  const release = await hold(page);
  const requests: Request[] = [];
  page.on("request", (request) => requests.push(request));
  await page.goto(address, { waitUntil: "domcontentloaded" });
  const sent = () => requests.filter((request) => request.method() === "POST");
  const documents = () => requests.filter((request) => request.isNavigationRequest());
  return { release, sent, documents };
}

/** A password reset link of a new user. */
async function resetLink({ request }: Page): Promise<{ email: string; link: string }> {
  const { email } = await registered(request);
  await request.post("/user/api/password/forgot", { data: { role: "user", email } });
  return { email, link: await mailedLink(email, "/resetpassword") };
}

/** Waits until the app has hydrated the page and its forms. */
async function running(page: Page): Promise<void> {
  await hydrated(page);
  await expect(page.locator("[data-pre-hydration]")).toHaveCount(0);
}

const button = (page: Page, key: string) => page.getByRole("button", { name: t(key), exact: true });
const field = (page: Page, key: string) => page.getByLabel(t(key), { exact: true });

/** Expects the spinner of a waiting button, which CSS alone draws. */
async function expectWaiting(pressed: Locator): Promise<void> {
  const wheel = await pressed.evaluate((element) => getComputedStyle(element, "::after").animationName);
  expect(wheel).toBe("spin");
}

for (const language of languages) {
  test(`every form of the pages in ${language} is sent by POST, and leads back to its page`, async ({
    request,
  }) => {
    expect(formPages).toEqual(
      expect.arrayContaining(["/login", "/registration", "/bloodrequest", "/contact"]),
    );
    for (const path of formPages) {
      const html = await (await request.get(`${path}?lang=${language}`)).text();
      const forms = html.match(/<form\b[^>]*>/g) ?? [];
      expect(forms.length, path).toBeGreaterThan(0);
      // Filters are no secrets: they are in the address.
      for (const form of forms)
        expect(form, path).toContain(form.includes(" data-filters") ? ' method="get"' : ' method="post"');
    }
    for (const path of [...publicPages, ...clientPages]) {
      const address = `${path}?lang=${language}`;
      const secret = { email: "asha@example.com", password: "a password for tests" };
      const answer = await request.post(address, { form: secret, maxRedirects: 0 });
      expect([answer.status(), answer.headers().location], path).toEqual([303, address]);
      expect(answer.headers()["cache-control"], path).toBe("no-store");
      expect(await answer.text()).toBe("");
    }
  });
}

test("a login that is pressed early happens once, when the app runs, and never in the address", async ({
  page,
}) => {
  const person = await registered(page.request);
  const { release, sent, documents } = await openEarly(page, "/login");
  await field(page, "login_name").fill(person.email);
  await field(page, "field_password").fill(person.password);
  await button(page, "login_button").click();
  await expectWaiting(button(page, "login_button"));
  await button(page, "login_button").click();
  await field(page, "field_password").press("Enter");
  expect(sent()).toEqual([]);

  release();
  await expect(page).toHaveURL("/");
  expect(await page.evaluate(() => localStorage.getItem("userToken"))).toBeTruthy();
  expect(sent().map((request) => new URL(request.url()).pathname)).toEqual(["/user/api/login"]);
  expect(documents()).toHaveLength(1);
  const { searchParams } = new URL(documents()[0]?.url() ?? "");
  expect([...searchParams]).toEqual([]);
});

test("the Enter key in a field of the administrator's login counts as well", async ({ page }) => {
  const { release, sent, documents } = await openEarly(page, "/admin/login");
  await field(page, "field_email").fill(admin.email);
  await field(page, "field_password").fill(admin.password);
  await field(page, "field_password").press("Enter");
  await expect(page).toHaveURL("/admin/login");
  release();
  await expect(page).toHaveURL("/admin/home/dashboard");
  expect(sent()).toHaveLength(1);
  expect(documents()).toHaveLength(1);
});

test("an early login of a hospital logs the hospital in", async ({ page }) => {
  const { email } = await approvedFacility(page.request, "Hospital");
  const { release, sent } = await openEarly(page, "/forbusiness/doclogin");
  await page.getByRole("radio", { name: t("forgot_role_hospital") }).check();
  await field(page, "login_name").fill(email);
  await field(page, "field_password").fill(workersPassword);
  await button(page, "login_button").click();
  release();
  await expect(page).toHaveURL("/business/today");
  expect(sent()).toHaveLength(1);
});

test("an early registration is made once", async ({ page }) => {
  const person = newPerson();
  const { release, sent } = await openEarly(page, "/registration");
  await field(page, "registration_username").fill(person.username);
  await field(page, "field_email").fill(person.email);
  await field(page, "field_phone_number").fill(person.phone_number);
  await field(page, "field_password").fill(person.password);
  await field(page, "registration_password_again").fill(person.password);
  await button(page, "registration_button").click();
  await button(page, "registration_button").click();
  release();
  await expect(page).toHaveURL("/login");
  expect(sent()).toHaveLength(1);
});

test("an early request for a new password knows whose it is, and the mailed link survives an early press", async ({
  page,
}) => {
  const asked = await openEarly(page, "/forgotpassword?role=doctor");
  await field(page, "field_email").fill("nobody@example.com");
  await button(page, "forgot_button").click();
  asked.release();
  await expect(page.getByText(t("code_login_link_sent_title"))).toBeVisible();
  expect(asked.sent().map((request) => request.postDataJSON())).toEqual([
    { role: "doctor", email: "nobody@example.com" },
  ]);

  const { email, link } = await resetLink(page);
  await page.unrouteAll();
  const { release, sent } = await openEarly(page, link);
  await field(page, "reset_password").fill("another password");
  await field(page, "registration_password_again").fill("another password");
  await button(page, "reset_button").click();
  await expect(page).toHaveURL(link);
  release();
  await expect(page).toHaveURL("/login");
  expect(sent()).toHaveLength(1);
  const login = { data: { email, password: "another password" } };
  expect((await page.request.post("/user/api/login", login)).status()).toBe(200);
});

test("an early message to the administrator arrives once", async ({ page }) => {
  const { release, sent } = await openEarly(page, "/contact");
  await field(page, "contact_name").fill("Radhika");
  await field(page, "field_email").fill("radhika@example.com");
  await page.getByRole("textbox", { name: t("contact_message") }).fill("My name is spelled wrongly.");
  await button(page, "contact_send").click();
  release();
  await expect(page.getByRole("heading", { name: t("contact_sent_title") })).toBeVisible();
  expect(sent()).toHaveLength(1);
});

test("an early press on what is emptied meanwhile says what is missing, and sends nothing", async ({
  page,
}) => {
  const { release, sent } = await openEarly(page, "/login");
  await field(page, "login_name").fill("asha@example.com");
  await field(page, "field_password").fill("a password");
  await button(page, "login_button").click();
  await field(page, "field_password").fill("");
  release();
  await expect(page.getByText(t("form_field_required", { label: t("field_password") }))).toBeVisible();
  await expect(field(page, "field_password")).toBeFocused();
  await expect(page.locator("[data-pressed]")).toHaveCount(0);
  expect(sent()).toEqual([]);
});

test.describe("when no script ever runs", () => {
  test.use({ javaScriptEnabled: false });
  test("a form leads back to its page, with nothing in the address", async ({ page }) => {
    for (const [path, name] of [
      ["/login", "login_button"],
      ["/forgotpassword?role=doctor", "forgot_button"],
    ] as const) {
      await page.goto(path);
      for (const input of await page.locator("main input").all()) await input.fill("asha@example.com");
      const answer = page.waitForResponse((response) => response.status() === 303);
      await button(page, name).click();
      await answer;
      await expect(page).toHaveURL(path);
      await expect(page.locator("main input").first()).toHaveValue("");
    }
  });
});

test.describe("when the scripts cannot be loaded", () => {
  test.use({ expectedComplaints: [/Failed to (load resource|fetch dynamically imported module)/] });
  test("the button stops waiting, and another press reloads the page", async ({ page }) => {
    let lose = () => {};
    const lost = new Promise<void>((resolve) => {
      lose = resolve;
    });
    await page.route("**/assets/*.js", async (route) => {
      await lost;
      await route.abort();
    });
    await page.goto("/login", { waitUntil: "domcontentloaded" });
    await field(page, "login_name").fill("asha@example.com");
    await field(page, "field_password").fill("a password");
    await button(page, "login_button").click();
    await expectWaiting(button(page, "login_button"));
    lose();
    await expect(page.locator("[data-pressed]")).toHaveCount(0);
    await expect(field(page, "field_password")).toHaveValue("a password");

    await page.unrouteAll();
    const again = page.waitForRequest((request) => request.isNavigationRequest());
    await button(page, "login_button").click();
    expect((await again).method()).toBe("GET");
    await running(page);
    await expect(page).toHaveURL("/login");
  });
});

/** The values of all fields of a page, in order. */
function values(page: Page): Promise<string[]> {
  return page
    .locator("main")
    .locator("input:not([type=hidden]), select, textarea")
    .evaluateAll((elements: (HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement)[]) =>
      elements.map((element) =>
        element.type === "radio" || element.type === "checkbox"
          ? String((element as HTMLInputElement).checked)
          : element.value,
      ),
    );
}

const typed: Record<string, string> = {
  date: "2001-02-03",
  time: "09:30",
  email: "asha@example.com",
  search: "Meera",
};

/** Fills a field with another value than the prerendered one. */
async function fillIn(input: Locator): Promise<void> {
  const kind = await input.evaluate((element: HTMLInputElement) => element.type);
  if (kind === "radio") await input.check();
  else if (kind === "checkbox") {
    // Of several with one name, such as the days of a search, one can be chosen.
    const name = (await input.getAttribute("name")) ?? "";
    const isFirst = await input.evaluate(
      (element: HTMLInputElement, name) => element.form?.querySelector(`[name="${name}"]`) === element,
      name,
    );
    if (isFirst || name === "") await input.check();
  } else if (kind === "file") await input.setInputFiles(photo);
  else if (kind === "select-one")
    await input.selectOption({ index: (await input.locator("option").count()) - 1 });
  // Leaving a field with suggestions drops what is none of them.
  else if ((await input.getAttribute("role")) === "combobox") await input.fill("Kozhikode");
  else await input.fill(typed[kind] ?? "12");
}

for (const path of formPages) {
  test(`early input on ${path} is kept`, async ({ page }) => {
    // This installation sends no codes, which the page would say in the form's place.
    if (path === "/login/code")
      await page.route("**/user/api/login/ways", (route) =>
        route.fulfill({ json: { message: "", data: { channels: ["sms"] } } }),
      );
    const { release } = await openEarly(
      page,
      path === "/resetpassword" ? (await resetLink(page)).link : path,
    );
    const fields = page.locator("main").locator("input:not([type=hidden]), select, textarea");
    for (const input of await fields.all()) await fillIn(input);
    const before = await values(page);
    release();
    await running(page);
    // Filters are in the address, from which the fields get them again.
    await expect.poll(() => values(page)).toEqual(before);
    for (const input of await fields.all()) {
      await input.focus();
      await input.blur();
    }
    await expect.poll(() => values(page)).toEqual(before);
  });
}

test("no letter is lost while the app hydrates a field during typing", async ({ page }) => {
  const { release } = await openEarly(page, "/bloodrequest");
  const patient = field(page, "blood_patient");
  const reason = page.getByRole("textbox", { name: t("blood_reason") });
  await reason.fill("An operation on Friday");
  const typing = patient.pressSequentially("Mathew Varghese of Kozhikode", { delay: 50 });
  await expect(patient).toHaveValue(/^Mat/);
  release();
  await typing;
  await running(page);
  await expect(patient).toHaveValue("Mathew Varghese of Kozhikode");
  await expect(reason).toHaveValue("An operation on Friday");
});

test("early choices are in the app's state, not only in the DOM", async ({ page }) => {
  const request = await openEarly(page, "/bloodrequest");
  await page.getByRole("radio", { name: "B−", exact: true }).check();
  request.release();
  await expect(page.getByText(t("blood_asked_groups", { group: "B−" }))).toBeVisible();

  await page.unrouteAll();
  const login = await openEarly(page, "/forbusiness/doclogin");
  await page.getByRole("radio", { name: t("forgot_role_pharmacy") }).check();
  login.release();
  const forgot = page.getByRole("link", { name: t("login_forgot") });
  await expect(forgot).toHaveAttribute("href", "/forgotpassword?role=pharmacy");

  await page.unrouteAll();
  const join = await openEarly(page, "/doctorregister");
  await field(page, "join_photo").setInputFiles(photo);
  join.release();
  await expect(page.getByAltText(t("photo_preview"))).toBeVisible();

  await page.unrouteAll();
  const facts = await openEarly(page, "/bloodfacts");
  await page.getByRole("radio", { name: "AB+", exact: true }).check();
  facts.release();
  await expect(page.getByText(t("blood_finder_gives", { group: "AB+", groups: "AB+" }))).toBeVisible();
});

test("an early search is made", async ({ page }) => {
  const doctors = await openEarly(page, "/viewdoctors");
  await field(page, "find_speciality").selectOption("ENT");
  await field(page, "find_name").fill("Nobody of that name");
  doctors.release();
  await expect(page).toHaveURL("/viewdoctors?value=ENT&q=Nobody+of+that+name");
  await expect(field(page, "find_name")).toHaveValue("Nobody of that name");

  await page.unrouteAll();
  const pharmacies = await openEarly(page, "/medicines");
  await page.getByRole("combobox", { name: t("field_district") }).pressSequentially("ernak");
  pharmacies.release();
  await page.getByRole("option", { name: "Ernakulam" }).click();
  await expect(page).toHaveURL("/medicines?district=Ernakulam");
});

const privatePages = ["/blooddonor", "/bloodanswer", "/bloodrequest/own", "/resetpassword"];

for (const path of privatePages) {
  test.describe(`the private link ${path}`, () => {
    test.use({ expectedComplaints: [/status of 4\d\d/] });
    test("stays in the address after a skip to the content", async ({ page }) => {
      const address = `${path}#a-private-token-of-somebody`;
      const { release } = await openEarly(page, address);
      const skip = page.getByRole("link", { name: t("nav_skip_to_content") });
      for (const isRunning of [false, true]) {
        if (isRunning) {
          release();
          await expect(page.getByRole("heading", { name: t("reset_ended_title") })).toBeVisible();
        }
        await skip.focus();
        await skip.press("Enter");
        await expect(page.locator("main")).toBeFocused();
        await expect(page).toHaveURL(address);
      }
    });
  });
}
