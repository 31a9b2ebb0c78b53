import { expectAccessible } from "./accessible";
import { adminHeaders } from "./admins";
import { expect, expectMessage, test } from "./fixtures";
import { newEmail } from "./people";
import { devices, hydrated } from "./site";
import { textsIn } from "./texts";

for (const { language, viewport } of devices) {
  const t = textsIn(language);

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language, expectedComplaints: [/status of 422/] });

    test("a visitor writes to the administrator", async ({ page, request }) => {
      const email = newEmail("radhika");
      await page.goto("/contact");
      await hydrated(page);
      await expect(page.getByRole("heading", { name: t("contact_grievance_title") })).toBeVisible();
      await expect(page.getByRole("main").getByText(t("footer_emergency"))).toBeVisible();
      const send = page.getByRole("button", { name: t("contact_send") });
      const message = page.getByRole("textbox", { name: t("contact_message") });
      await send.click();
      await expect(page.getByLabel(t("contact_name"))).toBeFocused();
      await expect(page.getByText(t("form_field_required", { label: t("contact_message") }))).toBeVisible();
      await expectAccessible(page);

      await page.getByLabel(t("contact_name")).fill("Radhika");
      await page.getByLabel(t("field_email")).fill(email);
      await page.getByLabel(t("contact_phone")).fill("12");
      await message.fill("My name is spelled wrongly.");
      await send.click();
      // The server validates the number; no input is lost.
      await expect(page.getByRole("alert")).toBeVisible();
      await expect(page.getByLabel(t("contact_phone"))).toHaveAttribute("aria-invalid", "true");
      await expect(message).toHaveValue("My name is spelled wrongly.");
      await page.getByLabel(t("contact_phone")).fill("");

      const told = page.waitForResponse("**/user/api/contact");
      await send.click();
      await expectMessage(page, (await (await told).json()).message);
      await expect(page.getByRole("heading", { name: t("contact_sent_title") })).toBeFocused();
      await expect(page.getByRole("main")).toContainText(email);
      await expectAccessible(page);

      const headers = await adminHeaders(request);
      const open = await request.get("/admin/api/messages?status=open&limit=100", { headers });
      const { data } = await open.json();
      expect(data).toContainEqual(
        expect.objectContaining({ email, name: "Radhika", phone: null, status: "open" }),
      );

      await page.getByRole("button", { name: t("contact_again") }).click();
      await expect(message).toHaveValue("");
    });
  });
}
