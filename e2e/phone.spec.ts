/** Phone messages: a number is verified by a code, and logs in by one. With a separate program, and a provider that only records. */
import { expectAccessible } from "./accessible";
import { freeTimes } from "./clinic";
import { dayIn, instantOf } from "./clock";
import { expect, test } from "./fixtures";
import { mailedLink, newName, newUser, signInAsUser } from "./people";
import { came, codeTo, logInByCode, withProvider as ownProgram, startProvider } from "./provider";
import { devices, hydrated } from "./site";
import { textsIn } from "./texts";
import { approvedDoctor } from "./workers";

startProvider();

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
      await logInByCode(other, t, user.phone_number, 2);
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

    test("a visit that the desk booked for the proved number is offered to its account, and taken", async ({
      page,
    }) => {
      const { request } = page;
      const user = await newUser(request);
      const ask = `/user/api/user/phone/${user.id}`;
      const sent = await request.post(`${ask}/code`, { headers: user.headers });
      const { challenge } = (await sent.json()).data;
      const data = { challenge, code: await codeTo(user.phone_number, 1) };
      const proved = await request.post(`${ask}/proof`, { headers: user.headers, data });
      expect(proved.ok(), await proved.text()).toBe(true);

      const doctor = await approvedDoctor(request);
      const [day, name] = [dayIn(3), newName("Rema")];
      const [mine, others] = await freeTimes(request, doctor.id, day);
      for (const time of [mine, others]) {
        const body = { name, phoneNumber: user.phone_number, date: day, time };
        const path = `/user/api/doctor/desk/bookings/${doctor.id}`;
        const booked = await request.post(path, { headers: doctor.headers, data: body });
        expect(booked.status(), await booked.text()).toBe(201);
      }
      const told = () => came.filter(({ kind, to }) => kind === "booked" && to === `+91${user.phone_number}`);
      await expect.poll(() => told().length).toBe(2);

      await signInAsUser(page, user);
      await page.goto("/user/bookings");
      const offers = page.getByRole("article", { name: t("claim_title"), exact: true });
      await expect(offers).toHaveCount(2);
      await expect(page.getByText(name)).toHaveCount(0);
      await expectAccessible(page);
      await offers
        .first()
        .getByRole("button", { name: t("claim_take"), exact: true })
        .click();
      await expect(offers).toHaveCount(1);
      await expect(page.getByText(name)).toBeVisible();
      await offers
        .first()
        .getByRole("button", { name: t("claim_decline"), exact: true })
        .click();
      await expect(offers).toHaveCount(0);
      await page.reload();
      await expect(page.getByText(name)).toBeVisible();
      await expect(offers).toHaveCount(0);
    });
  });
}
