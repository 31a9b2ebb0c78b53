/** The desk: an assistant runs a doctor's day with a separate login, and a hospital's desk sees only visits at the hospital. */
import type { Locator, Page } from "@playwright/test";
import { expectAccessible, expectToFit } from "./accessible";
import { bookVisit, closeToken, comer, decide, visitsToday } from "./clinic";
import { today } from "./clock";
import { expect, expectMessage, test } from "./fixtures";
import { tabTo } from "./keyboard";
import { mailedLink, newEmail, newName, newPhone } from "./people";
import { devices, hydrated } from "./site";
import { textsIn } from "./texts";
import {
  approvedDoctor,
  hospitalOf,
  password,
  signInAsDoctor,
  signInAtDesk,
  staffOf,
  tellInMalayalam,
} from "./workers";

const rowOf = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

for (const { language, viewport } of devices) {
  const t = textsIn(language);
  const button = (within: Locator | Page, key: string) =>
    within.getByRole("button", { name: t(key), exact: true });

  /** Confirms the open dialog, and expects the server's message. */
  async function answer(page: Page, key: string): Promise<void> {
    const told = page.waitForResponse(
      (response) => response.request().method() !== "GET" && !response.url().endsWith("/logout"),
    );
    await button(page.getByRole("dialog"), key).click();
    await expectMessage(page, (await (await told).json()).message);
    await expect(page.getByRole("dialog")).toBeHidden();
  }

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    // The browser's message about the session that ends.
    test.use({ viewport, language, expectedComplaints: [/status of 401/] });

    test("an assistant is added, runs the day, is seen by the doctor, and is ended with one tap", async ({
      page,
      request,
      elsewhere,
    }) => {
      const doctor = await approvedDoctor(request);
      const [visit] = await visitsToday(request, doctor, 1);
      if (!visit) throw new Error("a visit");
      const [approved, rejected] = [await bookVisit(request, doctor.id), await bookVisit(request, doctor.id)];

      await signInAsDoctor(page, doctor);
      await page.goto("/doctor/assistants");
      await expect(page.getByRole("heading", { name: t("desk_staff_none_title") })).toBeVisible();
      await expectAccessible(page);
      const [name, email] = [newName("Anu"), newEmail("anu")];
      await button(page, "desk_add_assistant").click();
      const add = page.getByRole("dialog");
      await add.getByLabel(t("field_name"), { exact: true }).fill(name);
      await add.getByLabel(t("field_email"), { exact: true }).fill(email);
      await add.getByLabel(t("step_up_password"), { exact: true }).fill(password);
      await expectAccessible(page);
      await answer(page, "desk_add_yes");
      await expect(page.getByRole("heading", { name: t("desk_invitations") })).toBeVisible();
      await expect(rowOf(page, email)).toContainText(name);
      await expectAccessible(page);

      const desk = await elsewhere();
      await desk.setViewportSize(viewport);
      await desk.goto(await mailedLink(email, "/desk/invitation"));
      await hydrated(desk);
      await desk.getByLabel(t("field_password"), { exact: true }).fill(password);
      await desk.getByLabel(t("registration_password_again"), { exact: true }).fill(password);
      await expectAccessible(desk);
      await button(desk, "desk_invitation_accept").click();
      await expect(desk).toHaveURL("/desk/login");
      await expect(desk.getByLabel(t("field_email"), { exact: true })).toHaveValue(email);
      await desk.getByLabel(t("field_password"), { exact: true }).fill(password);
      await button(desk, "login_button").click();
      await expect(desk).toHaveURL("/desk/today");
      await expect(desk.getByText(t("doctor_name", { name: doctor.name }), { exact: true })).toBeVisible();
      await expectAccessible(desk);

      await button(comer(desk, visit.name), "queue_arrived").click();
      await expect(comer(desk, visit.name)).toContainText(t("queue_state_arrived"));
      const walkIn = newName("Rajan");
      await button(desk, "queue_walk_in").click();
      await desk.getByRole("dialog").getByLabel(t("confirm_patient_name")).fill(walkIn);
      await desk.getByRole("dialog").getByLabel(t("field_phone_number")).fill(newPhone());
      await button(desk.getByRole("dialog"), "queue_walk_in_yes").click();
      await closeToken(desk, t);
      await expect(comer(desk, walkIn)).toContainText("W1");

      if (viewport.width < 1024) await button(desk, "nav_menu").click();
      await desk.getByRole("link", { name: t("nav_appointments"), exact: true }).click();
      await expect(desk).toHaveURL("/desk/requests");
      const decision = (key: string, patient: string) =>
        desk.getByRole("button", { name: t(key, { name: patient, when: "" }) });
      await decision("clinic_approve_visit", approved.name).click();
      await answer(desk, "clinic_approve");
      await decision("clinic_reject_visit", rejected.name).click();
      await desk.getByRole("textbox", { name: t("clinic_reason_optional") }).fill("The doctor is away.");
      await answer(desk, "clinic_reject");
      await expect(desk.getByText(approved.name)).toBeVisible();
      await expect(decision("clinic_cancel_visit", approved.name)).toBeVisible();
      await expectAccessible(desk);

      // The doctor's page is updated live.
      const acts = page.getByRole("list", { name: t("desk_acts_title"), exact: true });
      const act = (patient: string) => acts.getByRole("listitem").filter({ hasText: patient });
      await expect(act(rejected.name)).toContainText(t("admin_did_reject"));
      await expect(act(rejected.name)).toContainText("The doctor is away.");
      await expect(act(approved.name)).toContainText(t("admin_did_approve"));
      await expect(act(walkIn)).toContainText(t("admin_did_walkin"));
      await expect(act(visit.name)).toContainText(t("queue_arrived"));
      await expect(act(visit.name)).toContainText(t("desk_by_assistant", { name }));
      await page.reload();
      await expect(rowOf(page, email)).not.toContainText(t("value_not_yet"));
      await expectAccessible(page);
      await expectToFit(page);
      await page.setViewportSize(viewport);

      await tabTo(page, button(rowOf(page, email), "desk_end"));
      await page.keyboard.press("Enter");
      const end = page.getByRole("dialog", { name: t("desk_end_title", { name }), exact: true });
      await tabTo(page, button(end, "desk_end"));
      const ended = page.waitForResponse((response) => response.request().method() === "DELETE");
      await page.keyboard.press("Enter");
      await expectMessage(page, (await (await ended).json()).message);
      await expect(rowOf(page, email)).toHaveCount(0);
      await expect(act(visit.name)).toContainText(name);

      await desk.reload();
      await expect(desk).toHaveURL("/desk/login");
    });

    test("a hospital's desk runs the day there once the doctor lets it, and sees no other place", async ({
      page,
      request,
      elsewhere,
    }) => {
      const doctor = await approvedDoctor(request);
      const hospital = await hospitalOf(request, doctor);
      const inMalayalam = "ആശ ഹോസ്പിറ്റൽ";
      await tellInMalayalam(request, hospital, inMalayalam);
      const place = language === "ml" ? inMalayalam : hospital.name;
      const [ownClinic] = await visitsToday(request, doctor, 1);
      if (!ownClinic) throw new Error("a visit");
      const evening = { date: today(), from: "18:00", to: "19:00", place: hospital.id };
      const path = `/user/api/doctor/sessions/${doctor.id}/extra`;
      const added = await request.post(path, { headers: doctor.headers, data: evening });
      expect(added.status(), await added.text()).toBe(201);
      const there = await bookVisit(request, doctor.id, { day: today(), time: "18:00" });
      await decide(request, doctor, "approve", there);
      const desk = await elsewhere();
      await desk.setViewportSize(viewport);
      await signInAtDesk(desk, await staffOf(request, hospital));
      await desk.goto("/desk/today");
      await expect(desk.getByRole("heading", { name: t("desk_none_title") })).toBeVisible();
      await expectAccessible(desk);

      await signInAsDoctor(page, doctor);
      await page.goto("/doctor/assistants");
      const box = page.getByRole("checkbox", { name: t("desk_hospital_allow", { hospital: place }) });
      await expect(box).not.toBeChecked();
      // The checkbox shows the requested state at once; the server has stored it when it has answered.
      const saved = () =>
        page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.ok());
      const allowed = saved();
      await box.click();
      await expect(box).toBeChecked();
      await allowed;
      await page.reload();
      await expect(box).toBeChecked();

      await desk.reload();
      await expect(desk.getByText(t("desk_place", { place }), { exact: true })).toBeVisible();
      await expect(desk.getByRole("heading", { name: there.name })).toBeVisible();
      await expect(desk.getByText(ownClinic.name)).toHaveCount(0);
      await expect(button(desk, "queue_late_tell")).toHaveCount(0);
      await expectAccessible(desk);

      const ended = saved();
      await box.click();
      await expect(box).not.toBeChecked();
      await ended;
      await desk.reload();
      await expect(desk.getByRole("heading", { name: t("desk_none_title") })).toBeVisible();
    });

    test("a desk with two doctors chooses, and stays with the one it chose", async ({ page, request }) => {
      const [first, second] = [await approvedDoctor(request), await approvedDoctor(request)];
      const hospital = await hospitalOf(request, first);
      await hospitalOf(request, second, hospital);
      for (const { id, headers } of [first, second]) {
        const data = { allowed: true };
        const answered = await request.put(`/user/api/doctor/desk/hospital/${id}`, { headers, data });
        expect(answered.ok(), await answered.text()).toBe(true);
      }
      await signInAtDesk(page, await staffOf(request, hospital));
      await page.goto("/desk/today");
      await expect(page.getByRole("heading", { name: t("desk_choose") })).toBeVisible();
      await expectAccessible(page);
      await expectToFit(page);
      await page.setViewportSize(viewport);
      await page.getByRole("link", { name: second.name }).click();
      await expect(page).toHaveURL(`/desk/today?doctor=${second.id}`);
      if (viewport.width < 1024) await button(page, "nav_menu").click();
      await page.getByRole("link", { name: t("nav_appointments"), exact: true }).click();
      await expect(page).toHaveURL(`/desk/requests?doctor=${second.id}`);
      await expect(page.getByText(t("doctor_name", { name: second.name }), { exact: true })).toBeVisible();
      await page.getByRole("link", { name: t("desk_other_doctor"), exact: true }).click();
      await expect(page.getByRole("link", { name: first.name })).toBeVisible();
    });
  });
}
