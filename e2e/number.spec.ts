/** Accounts by number: booking before the login, a time that is taken meanwhile, and what such an account is offered. */
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { adminToken, signInAsAdmin } from "./admins";
import { bookVisit, daysAhead, freeTimes } from "./clinic";
import { dayIn, instantOf } from "./clock";
import { expect, expectMessage, test } from "./fixtures";
import { admin } from "./installation";
import { mailedLink, newEmail, newPhone } from "./people";
import { codeTo, logInByCode, withProvider as ownProgram, startProvider } from "./provider";
import { devices, hydrated, weekTiles } from "./site";
import { textsIn } from "./texts";
import { listedDoctor } from "./workers";

startProvider();

for (const { language, viewport } of devices) {
  test.describe(`in ${language} at ${viewport.width}`, () => {
    test.use({ viewport, language, ownProgram, expectedComplaints: [/status of 4(01|09|10|22)/] });
    const t = textsIn(language);
    const button = (where: Page | Locator, key: string) =>
      where.getByRole("button", { name: t(key), exact: true });
    const field = (where: Page | Locator, key: string) => where.getByLabel(t(key), { exact: true });

    const panel = (page: Page) => page.getByRole("dialog", { name: t("schedule_title"), exact: true });

    /** From the days of a doctor's page, which anybody sees, to the form for name and number. */
    async function chooseTime(page: Page, doctorId: string): Promise<void> {
      await page.goto(`/doctors/${doctorId}`);
      await hydrated(page);
      await weekTiles(page).nth(3).click();
      const times = panel(page).getByRole("group", { name: t("slot_choose_time") });
      await times.getByRole("radio").first().check();
      await button(panel(page), "slot_proceed").click();
      await expect(page).toHaveURL("/doctor/appointment");
    }

    /** Name, number, and the code that comes to it. */
    async function typeUpToCode(page: Page, number: string): Promise<void> {
      await field(page, "confirm_patient_name").fill("Devi Nair");
      await field(page, "field_phone_number").fill(number);
      await expectAccessible(page);
      await button(page, "phone_code_send").click();
      await field(page, "two_factor_code").fill(await codeTo(number, 1));
      await expectAccessible(page);
    }

    test("a visit is booked by name, number and one code, and the second time the same number finds it", async ({
      page,
      request,
      elsewhere,
    }) => {
      const doctor = await listedDoctor(request);
      const number = newPhone();
      await chooseTime(page, doctor.id);
      await typeUpToCode(page, number);
      const typed = field(page, "two_factor_code");
      const code = await typed.inputValue();
      await typed.fill(code === "000000" ? "000001" : "000000");
      await button(page, "guest_confirm").click();
      await expect(typed).toHaveAttribute("aria-invalid", "true");
      await typed.fill(code);
      await button(page, "guest_confirm").click();
      await expect(page).toHaveURL(/\/category\?booked=/);
      await expect(page.getByRole("main")).toContainText(doctor.name);
      await expectAccessible(page);
      await page.goto("/user/bookings");
      await expect(page.getByRole("main")).toContainText("Devi Nair");

      const other = await elsewhere();
      await logInByCode(other, t, number, 2);
      await expect(other).toHaveURL("/");
      await other.goto("/user/bookings");
      await expect(other.getByRole("main")).toContainText(doctor.name);
    });

    test("whose time went meanwhile is logged in and sees fresh ones, with what was typed", async ({
      page,
      request,
    }) => {
      const doctor = await listedDoctor(request);
      await chooseTime(page, doctor.id);
      await typeUpToCode(page, newPhone());
      const day = (await daysAhead(request, doctor.id))[3]?.day ?? "";
      await bookVisit(request, doctor.id, { day, time: (await freeTimes(request, doctor.id, day))[0] });
      await button(page, "guest_confirm").click();
      await expect(page).toHaveURL(new RegExp(`^[^?]*/doctors/${doctor.id}\\?book=`));
      await expectMessage(page, t("booking_failed"));
      const times = panel(page)
        .getByRole("group", { name: t("slot_choose_time") })
        .getByRole("radio");
      await expect(times).toHaveCount((await freeTimes(request, doctor.id, day)).length);
      await expectAccessible(page);
      await times.first().check();
      await button(panel(page), "slot_proceed").click();
      await expect(field(page, "confirm_patient_name")).toHaveValue("Devi Nair");
      await button(page, "patient_submit").click();
      await expect(page).toHaveURL(/\/category\?booked=/);
    });

    test("a number that was not used for long starts empty on a new device, and an administrator moves the visits", async ({
      page,
      request,
      elsewhere,
      moveTo,
    }) => {
      const doctor = await listedDoctor(request);
      const number = newPhone();
      await chooseTime(page, doctor.id);
      await typeUpToCode(page, number);
      await button(page, "guest_confirm").click();
      await expect(page).toHaveURL(/\/category\?booked=/);

      await moveTo(instantOf(dayIn(61), "09:30"));
      const other = await elsewhere();
      await logInByCode(other, t, number, 2);
      await field(other, "registration_your_name").fill("Devi Nair");
      await button(other, "code_login_continue").click();
      await expect(other).toHaveURL("/");
      await other.goto("/user/bookings");
      await expect(other.getByRole("main")).not.toContainText(doctor.name);

      // The session of before has ended since.
      await signInAsAdmin(page, await adminToken(request));
      await page.goto("/admin/userlist");
      await page.getByRole("button", { name: "Devi Nair" }).first().click();
      const sheet = page.getByRole("dialog", { name: t("admin_user_title"), exact: true });
      await button(sheet, "admin_details").click();
      await button(sheet, "admin_former_return").click();
      const dialog = page.getByRole("dialog", {
        name: t("admin_former_return_title", { name: "Devi Nair" }),
        exact: true,
      });
      await field(dialog, "admin_former_checked").fill("Named the doctor and the day.");
      await field(dialog, "step_up_password").fill(admin.password);
      await expectAccessible(page);
      await button(dialog, "admin_former_return").click();
      await expect(dialog).toBeHidden();
      await other.reload();
      await expect(other.getByRole("main")).toContainText(doctor.name);
    });

    test("somebody new goes on with a number, gives a name, and adds an address and a password", async ({
      page,
    }) => {
      const number = newPhone();
      await page.goto("/login");
      await hydrated(page);
      await page.getByRole("link", { name: t("code_login_link"), exact: true }).click();
      await field(page, "field_phone_number").fill(number);
      await button(page, "phone_code_send").click();
      const code = await codeTo(number, 1);
      await field(page, "two_factor_code").fill(code);
      await button(page, "code_login_continue").click();
      await expectAccessible(page);
      await field(page, "registration_your_name").fill("Devi Nair");
      await button(page, "code_login_continue").click();
      await expect(page).toHaveURL("/");

      await page.goto("/user/profile");
      await expect(page.getByRole("heading", { name: t("login_offer_title") })).toBeVisible();
      await expectAccessible(page);
      const email = newEmail("devi");
      const label = t("field_email");
      await page
        .getByRole("button", { name: t("profile_edit", { label: label.toLowerCase() }), exact: true })
        .click();
      await field(page, "field_email").fill(email);
      await button(page, "phone_code_send").first().click();
      await field(page, "two_factor_code")
        .first()
        .fill(await codeTo(number, 2));
      await expectAccessible(page);
      await button(page, "profile_submit").click();
      await expect(page.getByRole("heading", { name: t("email_pending_title") })).toBeVisible();
      const link = await mailedLink(email, "/confirmemail");
      await page.goto(link);
      await hydrated(page);
      await button(page, "confirm_email_button").click();
      await page.goto("/user/password");
      await button(page, "phone_code_send").click();
      await field(page, "two_factor_code").fill(await codeTo(number, 3));
      await field(page, "reset_password").fill("a password for tests");
      await field(page, "registration_password_again").fill("a password for tests");
      await expectAccessible(page);
      await button(page, "reset_button").click();
      await expect(field(page, "security_current")).toBeVisible();
      await expectAccessible(page);
    });
  });
}
