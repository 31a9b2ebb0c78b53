/** Consultations by phone: a session by phone, its booking, three calls in vain, the patient's choice, and what the desk may do. */
import type { APIRequestContext, Locator, Page } from "@playwright/test";
import { expectAccessible, expectToFit } from "./accessible";
import { comer, decide, type Visit } from "./clinic";
import { instantOf, today } from "./clock";
import { expect, expectMessage, test } from "./fixtures";
import { newName, newPhone, newUser, signInAsUser, type User } from "./people";
import { came, codeTo, startProvider, withProvider } from "./provider";
import { devices, hydrated, weekTiles } from "./site";
import { textsIn } from "./texts";
import { approvedDoctor, newDoctor, type SignedIn, signInAsDoctor, signInAtDesk, staffOf } from "./workers";

/** Every day at the clinic in the morning and by phone around noon, so that no day of the week matters. */
const week = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

async function giveCalls(request: APIRequestContext, doctor: SignedIn): Promise<void> {
  const sessions = week.flatMap((weekday) => [
    { weekday, from: "09:00", to: "10:00" },
    { weekday, from: "10:00", to: "11:00", mode: "phone", fee: 199 },
  ]);
  const saved = await request.put(`/user/api/doctor/sessions/${doctor.id}`, {
    headers: doctor.headers,
    data: { sessions },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
}

/** An approved visit by phone of today at a time, booked through the API. */
async function phoneVisit(
  request: APIRequestContext,
  doctor: SignedIn,
  user: User,
  time: string,
): Promise<Visit> {
  const name = newName("Kunjamma");
  const booked = await request.post(`/user/api/doctor/${doctor.id}/appointment/booking/${user.id}`, {
    headers: user.headers,
    data: {
      name,
      phoneNumber: user.phone_number,
      date: today(),
      time,
      phoneConsent: true,
      patientAge: "40",
      patientLocation: "Aluva",
    },
  });
  expect(booked.ok(), await booked.text()).toBe(true);
  const visit = { id: (await booked.json()).data._id, name, user };
  await decide(request, doctor, "approve", visit);
  return visit;
}

for (const { language, viewport } of devices) {
  const t = textsIn(language);
  const press = (where: Page | Locator, key: string, values = {}) =>
    where.getByRole("button", { name: t(key, values), exact: true }).click();
  const field = (where: Page | Locator, key: string) => where.getByLabel(t(key), { exact: true });
  const time = (clock: string) => t("time_format_morning", { time: clock });
  const callLink = (row: Locator, name: string) =>
    row.getByRole("link", { name: t("call_patient_name", { name }), exact: true });
  const agree = (where: Page | Locator) => where.getByRole("checkbox", { name: t("phone_consent") }).check();

  /** The picker of a doctor's page at today. */
  async function pickerOf(page: Page, doctor: SignedIn): Promise<Locator> {
    await page.goto(`/doctors/${doctor.id}`);
    await hydrated(page);
    const days = weekTiles(page);
    await expect(days).toHaveCount(7);
    await days.first().click();
    return page.getByRole("dialog", { name: t("schedule_title"), exact: true });
  }

  /** Notes what came of a call, and waits for the message. */
  async function note(page: Page, row: Locator, key: string): Promise<void> {
    const noted = page.waitForResponse(/\/calls\//);
    await press(row, key);
    await expectMessage(page, (await (await noted).json()).message);
  }

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({
      viewport,
      language,
      ownProgram: {},
      // A program whose clock moves, and what is refused.
      expectedComplaints: [/ERR_|status of 422/],
    });

    test("a phone session with a patient who is not reached: three tries, and a move free of charge", async ({
      page,
      request,
      elsewhere,
      moveTo,
    }) => {
      const doctor = await approvedDoctor(request);
      await giveCalls(request, doctor);
      const [user, name] = [await newUser(request), newName("Devi")];
      const patient = await elsewhere();
      await patient.setViewportSize(viewport);
      await signInAsUser(patient, user);

      // The landing page has the real figure, and the search finds the doctor by phone.
      await patient.goto("/category");
      await expect(patient.getByText(t("category_consultation_kinds", { fee: "₹199" }))).toBeVisible();
      await patient.goto(`/viewdoctors?q=${encodeURIComponent(doctor.name)}&mode=phone`);
      await hydrated(patient);
      const card = patient.getByRole("article").filter({ hasText: doctor.name });
      await expect(card).toContainText(`${t("doctor_fee")}₹199`);
      await expect(patient.getByRole("checkbox", { name: t("find_by_phone"), exact: true })).toBeChecked();
      await expectAccessible(patient);
      await expectToFit(patient);
      await patient.setViewportSize(viewport);

      // The booking names what a consultation by phone needs; a child needs an adult.
      const panel = await pickerOf(patient, doctor);
      await expect(panel).toContainText(t("phone_visit"));
      await panel.getByRole("radio", { name: t("slot_name", { time: time("10:15") }), exact: true }).check();
      await press(panel, "slot_proceed");
      await expect(patient).toHaveURL("/doctor/appointment");
      const main = patient.getByRole("main");
      const title = t("doctor_name", { name: doctor.name });
      await expect(main).toContainText(t("phone_doctor_calls", { doctor: title }));
      await expect(main).toContainText("₹199");
      await field(patient, "confirm_patient_name").fill(name);
      await field(patient, "phone_age").fill("9");
      await field(patient, "phone_location").fill("Aluva, Ernakulam");
      await press(patient, "patient_submit");
      await expect(patient.getByText(t("phone_consent_needed")).first()).toBeVisible();
      await field(patient, "phone_adult").fill("Rajan Nair");
      await agree(patient);
      await expectAccessible(patient);
      await expectToFit(patient);
      await patient.setViewportSize(viewport);
      const booked = patient.waitForResponse("**/appointment/booking/**");
      await press(patient, "patient_submit");
      const id = (await (await booked).json()).data._id;
      await decide(request, doctor, "approve", { id, name, user });
      await patient.goto("/user/bookings");
      const visit = patient.getByRole("article").filter({ hasText: name });
      await expect(visit).toContainText(user.phone_number);
      await expect(visit.getByRole("link", { name: t("booking_directions") })).toHaveCount(0);
      await expect(visit).not.toContainText(t("queue_token"));

      // Before its time there is no number.
      await signInAsDoctor(page, doctor);
      await page.goto("/doctor/today");
      const row = comer(page, name);
      await expect(row).toContainText(t("call_from", { time: time("10:00") }));
      await expect(row).toContainText("Aluva, Ernakulam");
      await expect(page.getByRole("main")).not.toContainText(user.phone_number);
      await expect(callLink(row, name)).toHaveCount(0);
      await expectAccessible(page);

      await moveTo(instantOf(today(), "10:05"));
      await page.reload();
      await expect(callLink(row, name)).toHaveAttribute("href", `tel:${user.phone_number}`);
      await expectAccessible(page);
      await expectToFit(page);
      await page.setViewportSize(viewport);
      await note(page, row, "call_not_reached");
      await expect(row.getByRole("status")).toBeVisible();
      await note(page, row, "call_not_reached");
      await patient.reload();
      await expect(visit).toContainText(t("phone_missed_calls", { count: "2" }));
      // The last one counts once the visit's time has come.
      await moveTo(instantOf(today(), "10:15"));
      await page.reload();
      await note(page, row, "call_not_reached");
      await expect(page.getByText(t("call_patient_chooses"), { exact: true })).toBeVisible();
      await expect(callLink(row, name)).toHaveCount(0);
      await expectAccessible(page);

      // The patient chooses another time, and it costs nothing more.
      await patient.reload();
      await expect(visit).toContainText(t("phone_choice_title"));
      await expect(visit).toContainText(t("booking_state_unreached"));
      await expect(visit.getByRole("button", { name: t("booking_cancel"), exact: true })).toBeVisible();
      await expectAccessible(patient);
      await expectToFit(patient);
      await patient.setViewportSize(viewport);
      await press(visit, "phone_choice_move");
      const times = patient.getByRole("dialog");
      // Only times by phone.
      await expect(times.getByText(t("doctor_clinic"))).toHaveCount(0);
      await times.getByRole("radio", { name: t("slot_name", { time: time("10:45") }), exact: true }).check();
      const moved = patient.waitForResponse(/\/reschedule\//);
      await press(times, "reschedule_submit");
      await expectMessage(patient, (await (await moved).json()).message);
      await expect(visit).toContainText(time("10:45"));
      await expect(visit).toContainText(t("booking_state_confirmed"));
      await expect(visit).toContainText("₹199");
      await expect(visit).not.toContainText(t("phone_choice_title"));

      // The tries begin anew.
      await moveTo(instantOf(today(), "10:35"));
      await page.reload();
      await expect(row).not.toContainText(t("call_patient_chooses"));
      await expect(callLink(row, name)).toBeVisible();
      await note(page, row, "call_reached");
      await press(row, "call_done");
      await expect(row.getByRole("button", { name: t("queue_undo"), exact: true })).toBeVisible();
      await patient.reload();
      await expect(visit).toContainText(t("booking_state_done"));
    });

    test("the doctor plans a session by phone, and lets the desk call", async ({
      page,
      request,
      elsewhere,
      moveTo,
    }) => {
      const doctor = await approvedDoctor(request, { ...newDoctor(), startTime: "09:00", endTime: "10:00" });
      await signInAsDoctor(page, doctor);
      await page.goto("/doctor/schedule");
      await hydrated(page);
      await press(page, "extra_new");
      const dialog = page.getByRole("dialog");
      await field(dialog, "leave_day").fill(today());
      await field(dialog, "schedule_break_from").fill("10:00");
      await field(dialog, "schedule_break_to").fill("11:00");
      await field(dialog, "session_place").selectOption(t("session_by_phone"));
      await field(dialog, "session_fee").fill("199");
      await expectAccessible(page);
      await press(dialog, "extra_save");
      await expect(dialog).toBeHidden();
      await expect(page.getByRole("main")).toContainText(t("session_by_phone"));

      const user = await newUser(request);
      const { name } = await phoneVisit(request, doctor, user, "10:15");
      const assistant = await elsewhere();
      await assistant.setViewportSize(viewport);
      await signInAtDesk(assistant, await staffOf(request, doctor));
      await moveTo(instantOf(today(), "10:05"));
      await assistant.goto("/desk/today");
      const row = comer(assistant, name);
      await expect(row).toContainText(t("call_doctor_only"));
      await expect(callLink(row, name)).toHaveCount(0);
      await expectAccessible(assistant);

      await page.reload();
      await hydrated(page);
      const allowed = page.getByRole("checkbox", { name: t("desk_call_allow") });
      await allowed.check();
      await press(page, "desk_call_save");
      await expect(page.getByRole("button", { name: t("desk_call_save"), exact: true })).toBeDisabled();
      await expectAccessible(page);
      await expectToFit(page);
      await page.setViewportSize(viewport);
      await assistant.reload();
      await expect(callLink(row, name)).toHaveAttribute("href", `tel:${user.phone_number}`);
      await note(assistant, row, "call_reached");
      await press(row, "call_done");
      await expect(row.getByRole("button", { name: t("queue_undo"), exact: true })).toBeVisible();
      await expectAccessible(assistant);
    });
  });

  test.describe(`with messages, in ${language} at ${viewport.width} px`, () => {
    test.use({
      viewport,
      language,
      ownProgram: withProvider,
      expectedComplaints: [/ERR_|status of 4(01|22)/],
    });
    startProvider();

    test("somebody without an account books by phone with a code at the end, and the links in messages say when the doctor calls and move it", async ({
      page,
      request,
      elsewhere,
      moveTo,
    }) => {
      const doctor = await approvedDoctor(request);
      await giveCalls(request, doctor);
      const number = newPhone();
      const panel = await pickerOf(page, doctor);
      await panel.getByRole("radio", { name: t("slot_name", { time: time("10:15") }), exact: true }).check();
      await press(panel, "slot_proceed");
      await field(page, "confirm_patient_name").fill("Devi Nair");
      await field(page, "field_phone_number").fill(number);
      await field(page, "phone_age").fill("40");
      await field(page, "phone_location").fill("Aluva, Ernakulam");
      await agree(page);
      await expectAccessible(page);
      await press(page, "phone_code_send");
      await field(page, "two_factor_code").fill(await codeTo(number, 1));
      const booked = page.waitForResponse("**/appointment/booking/**");
      await press(page, "guest_confirm");
      const id = (await (await booked).json()).data._id;
      await expect(page).toHaveURL(/\/category\?booked=/);
      const approved = await request.patch(`/user/api/doctor/appointment/approve/${id}`, {
        headers: doctor.headers,
        data: {},
      });
      expect(approved.ok(), await approved.text()).toBe(true);

      const link = async (wanted: string) => {
        const latest = () =>
          came
            .filter(({ to, kind }) => to === `+91${number}` && kind === wanted)
            .map(({ variables }) => /\/v#\w+/.exec(variables.at(-1) ?? "")?.[0])
            .at(-1);
        await expect.poll(latest, { message: `a link to ${number}` }).toBeDefined();
        return latest() ?? "";
      };
      await page.goto(await link("approvedlink"));
      await expect(page).toHaveURL(/\/visit#/);
      const status = page.getByRole("status").filter({ hasText: time("10:15") });
      await expect(status).toContainText(time("10:30"));
      await expect(page.getByRole("link", { name: t("booking_directions") })).toHaveCount(0);
      await expect(page.getByText(t("visit_token"), { exact: true })).toHaveCount(0);
      await expectAccessible(page);
      await expectToFit(page);

      // Not reached three times, they choose by the link in the message, on a phone where nobody is signed in.
      await moveTo(instantOf(today(), "10:15"));
      for (const tries of [0, 1, 2]) {
        const noted = await request.post(`/user/api/doctor/today/${doctor.id}/calls/${id}`, {
          headers: doctor.headers,
          data: { outcome: "not_reached", tries },
        });
        expect(noted.ok(), await noted.text()).toBe(true);
      }
      const phone = await elsewhere();
      await phone.setViewportSize(viewport);
      await phone.goto(await link("missedcall"));
      await expect(phone).toHaveURL(/\/missedcall#/);
      await expect(phone.getByText(t("phone_choice_title"))).toBeVisible();
      await expect(phone.getByRole("main")).not.toContainText("Devi Nair");
      await expectAccessible(phone);
      await expectToFit(phone);
      await phone.setViewportSize(viewport);
      await press(phone, "phone_choice_move");
      const times = phone.getByRole("dialog");
      await times.getByRole("radio", { name: t("slot_name", { time: time("10:45") }), exact: true }).check();
      const moved = phone.waitForResponse("**/missedcall/move");
      await press(times, "reschedule_submit");
      await expectMessage(phone, (await (await moved).json()).message);
      await expect(phone.getByText(t("missed_call_moved"))).toBeVisible();
      await expect(phone.getByRole("main")).toContainText(time("10:45"));
      await expect(phone.getByRole("button", { name: t("booking_cancel"), exact: true })).toHaveCount(0);
      await expectAccessible(phone);
    });
  });
}
