/** Another e-mail address or number: requires the password, and an address changes only once its link is used. */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { expect, test } from "./fixtures";
import { mailedLink, newPerson, registered } from "./people";
import { devices, hydrated } from "./site";
import { textsIn } from "./texts";
import { approvedDoctor, approvedFacility, password as workerPassword } from "./workers";

interface Owner {
  email: string;
  password: string;
  profile: string;
  keys: Record<string, string>;
}

const owners = {
  user: async (page: Page): Promise<Owner> => {
    const { email, password } = await registered(page.request);
    const { token, data } = await (
      await page.request.post("/user/api/login", { data: { email, password } })
    ).json();
    return { email, password, profile: "/user/profile", keys: { userToken: token, userId: data._id } };
  },
  doctor: async (page: Page): Promise<Owner> => {
    const { email, id, token } = await approvedDoctor(page.request);
    return {
      email,
      password: workerPassword,
      profile: "/doctor/profile",
      keys: { docToken: token, docId: id },
    };
  },
  pharmacy: async (page: Page): Promise<Owner> => {
    const { email, id, token } = await approvedFacility(page.request, "Pharmacy");
    return {
      email,
      password: workerPassword,
      profile: "/business/profile",
      keys: { workerToken: token, workerId: id },
    };
  },
};

async function openProfile(page: Page, { profile, keys }: Owner): Promise<void> {
  await page.addInitScript((stored) => {
    for (const [key, value] of Object.entries(stored)) window.localStorage.setItem(key, value);
  }, keys);
  await page.goto(profile);
}

for (const { language, viewport } of devices) {
  const t = textsIn(language);
  for (const [role, newOwner] of Object.entries(owners)) {
    test.describe(`a ${role} in ${language} at ${viewport.width} px`, () => {
      test.use({ viewport, expectedComplaints: [/status of (410|422)/] });

      test("changes the e-mail address", async ({ page, context, baseURL }) => {
        await context.addCookies([{ name: "lang", value: language, url: baseURL }]);
        const owner = await newOwner(page);
        const { email } = newPerson();
        await openProfile(page, owner);
        const edit = t("profile_edit", { label: t("field_email").toLowerCase() });
        await page.getByRole("button", { name: edit }).click();
        const password = page.getByLabel(t("step_up_password"), { exact: true });
        await expect(password).toHaveCount(0);
        await page.getByLabel(t("field_email"), { exact: true }).fill(email);
        const submit = page.getByRole("button", { name: t("profile_submit"), exact: true });
        await password.fill("not the password");
        await submit.click();
        await expect(password).toHaveAttribute("aria-invalid", "true");
        await password.fill(owner.password);
        await submit.click();

        const waiting = page.getByRole("region", { name: t("email_pending_title") });
        await expect(waiting).toContainText(email);
        await expect(password).toHaveCount(0);
        await expectAccessible(page);
        const first = await mailedLink(email, "/confirmemail");
        await waiting.getByRole("button", { name: t("email_pending_resend"), exact: true }).click();
        const newest = await mailedLink(email, "/confirmemail", 2);

        await page.goto(first);
        await expect(page.getByRole("heading", { name: t("reset_ended_title") })).toBeVisible();
        await page.goto("/about");
        await page.goto(newest);
        await hydrated(page);
        await expect(page.getByText(email, { exact: true })).toBeVisible();
        await expectAccessible(page);
        await page.getByRole("button", { name: t("confirm_email_button"), exact: true }).click();
        await expect(page.getByRole("heading", { name: t("confirm_email_done_title") })).toBeVisible();
        await page.getByRole("link", { name: t("confirm_email_profile"), exact: true }).click();
        await expect(page).toHaveURL(owner.profile);
        await expect(page.getByText(email).first()).toBeVisible();
        await expect(waiting).toHaveCount(0);
      });
    });
  }
}

const t = textsIn("en");

test("a new address can be given up", async ({ page }) => {
  const owner = await owners.user(page);
  const { email } = newPerson();
  await openProfile(page, owner);
  await page.getByRole("button", { name: "Edit email" }).click();
  await page.getByLabel("Email", { exact: true }).fill(email);
  await page.getByLabel("Your password", { exact: true }).fill(owner.password);
  await page.getByRole("button", { name: "Submit", exact: true }).click();
  await page.getByRole("button", { name: t("email_pending_cancel"), exact: true }).click();
  await expect(page.getByRole("region", { name: t("email_pending_title") })).toHaveCount(0);
  await expect(page.getByText(owner.email).first()).toBeVisible();
  await page.reload();
  await expect(page.getByText(owner.email).first()).toBeVisible();
  await expect(page.getByRole("region", { name: t("email_pending_title") })).toHaveCount(0);
});

test("the page of the link is kept out of search engines", async ({ page }) => {
  await page.goto("/confirmemail");
  await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
});
