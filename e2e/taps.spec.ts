/** The number of presses between the home page and a booking. Typing does not count; somebody in a hurry feels each press. */
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { newPerson, newPhone, signInAsUser } from "./people";
import { codeTo, startProvider, withProvider } from "./provider";
import { hydrated, phone } from "./site";
import { textsIn } from "./texts";
import { type Doctor, listedDoctor } from "./workers";

test.use({ viewport: phone });

const t = textsIn("en");
const button = (where: Page | Locator, key: string) =>
  where.getByRole("button", { name: t(key), exact: true });

/** Presses an element, and counts. */
function presses() {
  const counted = { count: 0 };
  const tap = async (target: Locator) => {
    await target.click();
    counted.count += 1;
  };
  return { counted, tap };
}

/** From the home page to one of the next times on a card. */
async function toTime(page: Page, doctor: Doctor, tap: (target: Locator) => Promise<void>): Promise<void> {
  await page.goto("/");
  await hydrated(page);
  await tap(page.getByRole("link", { name: "Book now: Cardiology" }));
  await expect(page).toHaveURL(/\/viewdoctors/);
  const card = page.getByRole("article", { name: t("doctor_name", { name: doctor.name }), exact: true });
  // The list loads more doctors when its end becomes visible.
  await expect(async () => {
    await page.getByRole("article").last().scrollIntoViewIfNeeded();
    await expect(card).toBeVisible({ timeout: 500 });
  }).toPass();
  await tap(card.getByRole("button", { name: /[ap]m$/ }).first());
}

test("somebody who is signed in books within five presses", async ({ page, request }) => {
  const [doctor] = await Promise.all([listedDoctor(request), signInAsUser(page)]);
  const { counted, tap } = presses();
  await toTime(page, doctor, tap);
  await tap(button(page, "slot_proceed"));
  await tap(button(page, "patient_submit"));
  await expect(page).toHaveURL(/\/category\?booked=/);
  expect(counted.count).toBe(4);
});

test("somebody new signs up and books within eight presses", async ({ page, request }) => {
  const doctor = await listedDoctor(request);
  const person = newPerson();
  const { counted, tap } = presses();
  await toTime(page, doctor, tap);
  await tap(button(page, "slot_proceed"));
  await expect(page).toHaveURL("/login");
  await tap(page.getByRole("link", { name: t("login_register"), exact: true }));
  const field = (key: string) => page.getByLabel(t(key), { exact: true });
  await field("registration_username").fill(person.username);
  await field("field_email").fill(person.email);
  await field("field_phone_number").fill(person.phone_number);
  await field("field_password").fill(person.password);
  await field("registration_password_again").fill(person.password);
  await tap(button(page, "registration_button"));
  await expect(page).toHaveURL("/login");
  await tap(
    page.getByRole("button", { name: t("login_as_account", { name: person.username }), exact: true }),
  );
  await expect(page).toHaveURL("/doctor/appointment");
  await tap(button(page, "patient_submit"));
  await expect(page).toHaveURL(/\/category\?booked=/);
  expect(counted.count).toBe(7);
});

test.describe("where codes come by message", () => {
  test.use({ ownProgram: withProvider });
  startProvider();

  test("somebody new without an email address books within eight presses and one code", async ({
    page,
    request,
  }) => {
    const doctor = await listedDoctor(request);
    const number = newPhone();
    const { counted, tap } = presses();
    await toTime(page, doctor, tap);
    await tap(button(page, "slot_proceed"));
    await expect(page).toHaveURL("/doctor/appointment");
    await page.getByLabel(t("confirm_patient_name"), { exact: true }).fill("Devi Nair");
    await page.getByLabel(t("field_phone_number"), { exact: true }).fill(number);
    await tap(button(page, "phone_code_send"));
    await page.getByLabel(t("two_factor_code"), { exact: true }).fill(await codeTo(number, 1));
    await tap(button(page, "guest_confirm"));
    await expect(page).toHaveURL(/\/category\?booked=/);
    expect(counted.count).toBe(5);
  });
});
