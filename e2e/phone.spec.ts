/** Messages to phones: a number is proved by a code, and signs in by one. A program of its own, with a provider that only listens. */
import type { Server } from "node:http";
import { expectAccessible } from "./accessible";
import { dayIn, instantOf } from "./clock";
import { expect, test } from "./fixtures";
import { mailedLink, newUser, signInAsUser } from "./people";
import { codeTo, listen, withProvider as ownProgram } from "./provider";
import { devices, hydrated } from "./site";
import { textsIn } from "./texts";

let provider: Server;

test.beforeAll(() => {
  provider = listen();
});

test.afterAll(() => {
  provider.close();
});

for (const { language, viewport } of devices) {
  test.describe(`in ${language} at ${viewport.width}`, () => {
    test.use({ viewport, language, ownProgram, expectedComplaints: [/status of 4(01|22)/] });
    const t = textsIn(language);

    test("a number is proved by a code, and then signs in by one", async ({ page, elsewhere }) => {
      const user = await newUser(page.request);
      await signInAsUser(page, user);
      await page.goto("/user/profile");
      const card = page.getByRole("region", { name: t("messages_title"), exact: true });
      await card.getByRole("button", { name: t("phone_code_send"), exact: true }).click();
      const code = await codeTo(user.phone_number, 1);
      const field = card.getByLabel(t("two_factor_code"), { exact: true });
      await field.fill(code === "000000" ? "000001" : "000000");
      await card.getByRole("button", { name: t("messages_confirm_number"), exact: true }).click();
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await expectAccessible(page);
      await field.fill(code);
      await card.getByRole("button", { name: t("messages_confirm_number"), exact: true }).click();
      const sms = card.getByLabel(t("messages_sms"), { exact: true });
      await sms.check({ force: true });
      await expect(card.getByText(t("messages_status_sent")).first()).toBeVisible();
      await expectAccessible(page);
      await page.reload();
      await expect(sms).toBeChecked();

      const other = await elsewhere();
      await other.goto("/login");
      await other.getByRole("link", { name: t("code_login_link"), exact: true }).click();
      await hydrated(other);
      await expectAccessible(other);
      await other.getByLabel(t("field_phone_number"), { exact: true }).fill(user.phone_number);
      await other.getByRole("button", { name: t("phone_code_send"), exact: true }).click();
      const typed = other.getByLabel(t("two_factor_code"), { exact: true });
      await typed.fill(await codeTo(user.phone_number, 2));
      await expectAccessible(other);
      await other.getByRole("button", { name: t("code_login_continue"), exact: true }).click();
      await expect(other).toHaveURL("/");
      await other.goto("/user/profile");
      await expect(other.getByText(user.email).first()).toBeVisible();
    });

    test("on a new device, long after, a mailed link signs in beside the code", async ({
      page,
      elsewhere,
      moveTo,
    }) => {
      const user = await newUser(page.request);
      await signInAsUser(page, user);
      await page.goto("/user/profile");
      const card = page.getByRole("region", { name: t("messages_title"), exact: true });
      await card.getByRole("button", { name: t("phone_code_send"), exact: true }).click();
      await card.getByLabel(t("two_factor_code"), { exact: true }).fill(await codeTo(user.phone_number, 1));
      await card.getByRole("button", { name: t("messages_confirm_number"), exact: true }).click();
      await expect(card.getByLabel(t("messages_sms"), { exact: true })).toBeVisible();

      await moveTo(instantOf(dayIn(61), "09:30"));
      const other = await elsewhere();
      await other.goto("/login/code");
      await hydrated(other);
      await other.getByLabel(t("field_phone_number"), { exact: true }).fill(user.phone_number);
      await other.getByRole("button", { name: t("phone_code_send"), exact: true }).click();
      await other.getByLabel(t("two_factor_code"), { exact: true }).fill(await codeTo(user.phone_number, 2));
      await other.getByRole("button", { name: t("code_login_continue"), exact: true }).click();
      await expect(other.getByLabel(t("field_password"), { exact: true })).toBeVisible();
      await expectAccessible(other);
      await other.getByRole("button", { name: t("code_login_send_link"), exact: true }).click();
      await expect(other.getByRole("heading", { name: t("code_login_link_sent_title") })).toBeVisible();
      await expectAccessible(other);
      await other.goto(await mailedLink(user.email, "/login/link"));
      await hydrated(other);
      await expectAccessible(other);
      await other.getByRole("button", { name: t("login_button"), exact: true }).click();
      await expect(other).toHaveURL("/");
      await other.goto("/user/profile");
      await expect(other.getByText(user.email).first()).toBeVisible();
    });
  });
}
