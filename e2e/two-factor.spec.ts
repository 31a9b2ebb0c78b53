/** Two-factor login: set up, required at the login, disabled; mandatory for administrators; removed by one of them for a lost phone. */
import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible, expectToFit } from "./accessible";
import { adminToken, newAdmin, signInAsAdmin } from "./admins";
import { codeOf, earlyInTheStep } from "./authenticator";
import { expect, expectMessage, test } from "./fixtures";
import { admin } from "./installation";
import { devices, hydrated, remember } from "./site";
import { textsIn } from "./texts";
import { approvedDoctor, approvedFacility, password as workersPassword } from "./workers";

interface Owner {
  email: string;
  password: string;
  keys: Record<string, string>;
  page: string;
  login: string;
  home: string;
  /** The choice of the role on the business login. */
  choice?: string;
}

const owners: Record<string, (request: APIRequestContext) => Promise<Owner>> = {
  doctor: async (request) => {
    const { email, token, id } = await approvedDoctor(request);
    return {
      email,
      password: workersPassword,
      keys: { docToken: token, docId: id },
      page: "/doctor/twofactor",
      login: "/forbusiness/doclogin",
      home: "/doctor/homepage",
    };
  },
  hospital: async (request) => {
    const { email, token, id } = await approvedFacility(request, "Hospital");
    return {
      email,
      password: workersPassword,
      keys: { workerToken: token, workerId: id, workerKind: "hospital" },
      page: "/business/twofactor",
      login: "/forbusiness/doclogin",
      home: "/business/today",
      choice: "forgot_role_hospital",
    };
  },
  admin: async (request) => {
    const login = newAdmin();
    return {
      ...login,
      keys: { adminToken: await adminToken(request, login) },
      page: "/admin/twofactor",
      login: "/admin/login",
      home: "/admin/home/dashboard",
    };
  },
};

type Texts = ReturnType<typeof textsIn>;

/** From the page of a disabled second factor to the recovery codes, with a code of the previous half minute. */
async function setUp(page: Page, t: Texts, password: string): Promise<string> {
  await page.getByLabel(t("security_current"), { exact: true }).fill(password);
  await page.getByRole("button", { name: t("two_factor_start_button"), exact: true }).click();
  await expect(page.getByRole("img", { name: t("two_factor_picture") })).toBeVisible();
  const secret = (await page.getByText(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/).textContent()) ?? "";
  await expectToFit(page);
  await expectAccessible(page);
  await page.getByLabel(t("two_factor_code"), { exact: true }).fill(codeOf(secret, -1));
  await page.getByRole("button", { name: t("two_factor_switch_on"), exact: true }).click();
  await expect(page.getByRole("heading", { name: t("two_factor_codes") })).toBeFocused();
  return secret;
}

async function typePassword(page: Page, t: Texts, owner: Owner): Promise<void> {
  if (owner.choice) await page.getByRole("radio", { name: t(owner.choice) }).check();
  await page.locator("input[name=email]").fill(owner.email);
  await page.locator("input[name=password]").fill(owner.password);
  await page.locator("button[type=submit]").click();
  await expect(page.getByRole("heading", { name: t("login_code_title") })).toBeVisible();
}

for (const { language, viewport } of devices) {
  const t = textsIn(language);
  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language, expectedComplaints: [/status of (401|410|422)/] });

    for (const [role, newOwner] of Object.entries(owners)) {
      test(`a ${role} sets it up, logs in with a code and with a recovery code, and switches it off`, async ({
        page,
        elsewhere,
      }) => {
        const owner = await newOwner(page.request);
        await remember(page, owner.keys);
        await page.goto(owner.page);
        await hydrated(page);
        await earlyInTheStep();
        const secret = await setUp(page, t, owner.password);
        const codes = await page.getByRole("main").getByRole("listitem").allInnerTexts();
        expect(codes).toHaveLength(10);
        await expectToFit(page);
        await expectAccessible(page);
        await page.getByRole("button", { name: t("two_factor_kept"), exact: true }).click();
        await expect(page.getByText(t("two_factor_left", { count: "10" }))).toBeVisible();

        const other = await elsewhere();
        await other.goto(owner.login);
        await hydrated(other);
        await typePassword(other, t, owner);
        const code = other.getByLabel(t("two_factor_code"), { exact: true });
        await expect(code).toBeFocused();
        await expectAccessible(other);
        await code.fill(codeOf(secret, -1));
        await other.locator("button[type=submit]").click();
        await expect(code).toHaveAttribute("aria-invalid", "true");
        await code.fill(codeOf(secret));
        await other.locator("button[type=submit]").click();
        await expect(other).toHaveURL(owner.home);

        const third = await elsewhere();
        await third.goto(owner.login);
        await hydrated(third);
        await typePassword(third, t, owner);
        await third.getByRole("button", { name: t("login_use_recovery"), exact: true }).click();
        await third.getByLabel(t("login_recovery"), { exact: true }).fill(codes[0] ?? "");
        await expectAccessible(third);
        await third.locator("button[type=submit]").click();
        await expect(third).toHaveURL(owner.home);

        await page.reload();
        await expect(page.getByText(t("two_factor_left", { count: "9" }))).toBeVisible();
        await expectAccessible(page);
        await page.getByRole("button", { name: t("two_factor_switch_off"), exact: true }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByLabel(t("security_current"), { exact: true }).fill(owner.password);
        await dialog.getByLabel(t("two_factor_code_or_recovery"), { exact: true }).fill(codes[1] ?? "");
        await expectAccessible(page);
        await dialog.getByRole("button", { name: t("two_factor_switch_off"), exact: true }).click();
        await expect(page.getByLabel(t("security_current"), { exact: true })).toBeVisible();
        await expect(page.getByText(t("two_factor_start"))).toBeVisible();
      });
    }

    test("an administrator switches a doctor's off, with a reason", async ({ page }) => {
      const { id, headers } = await approvedDoctor(page.request);
      const call = async (name: string, data: object) =>
        (await page.request.post(`/user/api/twofactor/${name}`, { headers, data })).json();
      const { data } = await call("start", { password: workersPassword });
      await call("confirm", { code: codeOf(data.secret) });
      await signInAsAdmin(page);
      await page.goto(`/admin/doctorlist?doctor=${id}`);
      const remove = t("admin_second_factor_remove");
      await page.getByRole("button", { name: remove, exact: true }).click();
      const dialog = page.getByRole("dialog").filter({ hasText: t("two_factor_switch_off_title") });
      await dialog.locator("textarea").fill("The phone is lost.");
      await dialog.getByLabel(t("step_up_password"), { exact: true }).fill(admin.password);
      await expectAccessible(page);
      const done = page.waitForResponse((answer) => answer.ok() && answer.url().endsWith("/off"));
      await dialog.getByRole("button", { name: remove, exact: true }).click();
      await expectMessage(page, (await (await done).json()).message);
      await expect(page.getByText(t("two_factor_off"), { exact: true })).toBeVisible();
      expect((await page.request.get("/user/api/twofactor", { headers })).status()).toBe(401);
    });
  });
}

test.describe("where administrators need it", () => {
  test.use({ ownProgram: { DOCCARE_REQUIRE_TOTP: "admin" }, expectedComplaints: [/status of 403/] });

  test("one without is led to it from every page, and goes on from there", async ({ page }) => {
    const t = textsIn("en");
    await page.goto("/admin/userlist");
    await hydrated(page);
    await page.locator("input[name=email]").fill(admin.email);
    await page.locator("input[name=password]").fill(admin.password);
    await page.locator("button[type=submit]").click();
    await expect(page).toHaveURL("/admin/twofactor");
    await expect(page.getByText(t("two_factor_demanded"))).toBeVisible();
    await expectAccessible(page);
    await earlyInTheStep();
    await setUp(page, t, admin.password);
    await page.getByRole("button", { name: t("two_factor_kept"), exact: true }).click();
    await expect(page).toHaveURL("/admin/userlist");
    await expect(page.getByRole("heading", { level: 1, name: "User's List" })).toBeVisible();
  });
});
