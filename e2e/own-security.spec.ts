/** Password and devices: every role changes its password, and sees and ends its sessions. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { newAdmin } from "./admins";
import { expect, expectMessage, test } from "./fixtures";
import { registered } from "./people";
import { devices, hydrated, remember } from "./site";
import { textsIn } from "./texts";
import { approvedDoctor, approvedFacility, password as workersPassword } from "./workers";

/** An account that other tests do not use, and its login page. */
interface Owner {
  login: { email: string; password: string };
  loginPath: string;
  /** The content of the device's storage. */
  keys: (token: string, id: string) => Record<string, string>;
  page: string;
}

const owners: Record<string, (page: Page) => Promise<Owner>> = {
  user: async ({ request }) => {
    const { email, password } = await registered(request);
    const keys = (userToken: string, userId: string) => ({ userToken, userId });
    return {
      login: { email, password },
      loginPath: "/user/api/login",
      keys,
      page: "/user/password",
    };
  },
  doctor: async ({ request }) => {
    const { email } = await approvedDoctor(request);
    const keys = (docToken: string, docId: string) => ({ docToken, docId });
    const login = { email, password: workersPassword };
    return {
      login,
      loginPath: "/user/api/doctor/login",
      keys,
      page: "/doctor/password",
    };
  },
  hospital: async ({ request }) => {
    const { email } = await approvedFacility(request, "Hospital");
    const keys = (workerToken: string, workerId: string) => ({
      workerToken,
      workerId,
      workerKind: "Hospital",
    });
    const login = { email, password: workersPassword };
    return {
      login,
      loginPath: "/user/api/hospital/login",
      keys,
      page: "/business/password",
    };
  },
  admin: async () => {
    const keys = (adminToken: string) => ({ adminToken });
    return {
      login: newAdmin(),
      loginPath: "/admin/api/login",
      keys,
      page: "/admin/password",
    };
  },
};

const phone =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36";

for (const { language, viewport } of devices) {
  const t = textsIn(language);
  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language, expectedComplaints: [/status of 422/] });

    for (const [role, newOwner] of Object.entries(owners)) {
      test(`a ${role} ends other sessions and changes the password`, async ({ page, request }) => {
        const owner = await newOwner(page);
        const signIn = async (agent?: string) => {
          const headers = agent ? { "User-Agent": agent } : undefined;
          return (await request.post(owner.loginPath, { data: owner.login, headers })).json();
        };
        const { token, data } = await signIn();
        await remember(page, owner.keys(token, data._id));
        await signIn(phone);
        await page.goto(owner.page);
        await hydrated(page);
        const sessions = page.getByRole("main").getByRole("listitem");
        const android = sessions.filter({ hasText: "Android" });
        await expect(android).toHaveCount(1);
        await expect(sessions.filter({ hasText: t("security_this_device") })).toHaveCount(1);
        await expectAccessible(page);
        const confirm = async (yes: string) => {
          const dialog = page.getByRole("dialog");
          await dialog.getByLabel(t("step_up_password"), { exact: true }).fill(owner.login.password);
          await expectAccessible(page);
          await dialog.getByRole("button", { name: t(yes), exact: true }).click();
          await expect(dialog).toHaveCount(0);
        };
        await android.getByRole("button", { name: t("security_log_out"), exact: true }).click();
        await confirm("security_log_out");
        await expect(android).toHaveCount(0);

        await signIn(phone);
        await page.reload();
        await expect(android).toHaveCount(1);
        await page.getByRole("button", { name: t("security_end_others"), exact: true }).click();
        await confirm("security_end_others");
        await expect(sessions).toHaveCount(1);

        const field = (key: string) => page.getByLabel(t(key), { exact: true });
        const choose = async (password: string) => {
          await field("reset_password").fill(password);
          await field("registration_password_again").fill(password);
        };
        await field("security_current").fill(owner.login.password);
        await choose("trustno1");
        await expect(page.getByText(t("password_weak"), { exact: true })).toBeVisible();
        await page.getByRole("button", { name: t("reset_button"), exact: true }).click();
        await expect(field("reset_password")).toHaveAttribute("aria-invalid", "true");
        await expectAccessible(page);
        await choose("three boats at noon");
        await expect(page.getByText(t("password_good"), { exact: true })).toBeVisible();
        const changed = page.waitForResponse((answer) => answer.ok() && answer.url().endsWith("/password"));
        await page.getByRole("button", { name: t("reset_button"), exact: true }).click();
        await expectMessage(page, (await (await changed).json()).message);
        await expect(field("security_current")).toHaveValue("");
        const login = { ...owner.login, password: "three boats at noon" };
        expect((await request.post(owner.loginPath, { data: login })).status()).toBe(200);
      });
    }
  });
}

test.describe("a session that is about to end", () => {
  /** A stubbed event stream, as the server sends it three minutes before the end of a session. */
  async function openEnding(page: Page, canStay: boolean): Promise<void> {
    const { email, password } = newAdmin();
    const answer = await page.request.post("/admin/api/login", {
      data: { email, password },
    });
    await remember(page, { adminToken: (await answer.json()).token });
    await page.route("**/admin/api/events", (route) =>
      route.fulfill({
        contentType: "text/event-stream",
        body: `: open\n\nevent: session\ndata: {"standing":"ending","seconds":170,"canStay":${canStay}}\n\n`,
      }),
    );
    await page.goto("/admin/password");
  }

  for (const { language, viewport } of devices) {
    const t = textsIn(language);
    test.describe(`in ${language} at ${viewport.width} px`, () => {
      test.use({ viewport, language });

      test("says so, and whoever is there stays", async ({ page }) => {
        await openEnding(page, true);
        const bar = page.getByRole("alert").filter({ hasText: t("session_ends_idle", { minutes: "3" }) });
        await expect(bar).toBeVisible();
        await expectAccessible(page);
        await page.unroute("**/admin/api/events");
        const asked = page.waitForRequest("**/admin/api/notifications");
        await bar.getByRole("button", { name: t("session_stay"), exact: true }).click();
        expect((await asked).headers()["x-background"]).toBeUndefined();
        await expect(bar).toHaveCount(0);
      });

      test("says that nothing prolongs it when nothing does", async ({ page }) => {
        await openEnding(page, false);
        await expect(page.getByRole("alert")).toContainText(t("session_ends", { minutes: "3" }));
        await expect(page.getByRole("button", { name: t("session_stay"), exact: true })).toHaveCount(0);
      });
    });
  }
});
