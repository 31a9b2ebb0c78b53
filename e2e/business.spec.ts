import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { confirmedRequest, newRequest } from "./donors";
import { expect, expectMessage, test } from "./fixtures";
import { expectMail } from "./people";
import { devices, hydrated } from "./site";
import { textsIn } from "./texts";
import {
  approve,
  approvedDoctor,
  approvedFacility,
  type Category,
  hospitalOf,
  newDoctor,
  newFacility,
  password,
  photo,
  signInAsFacility,
} from "./workers";

const summary = (page: Page) => page.locator("form").getByRole("alert");

/** The texts of the pages in one language, and the steps of joining. */
function pages(language: string) {
  const t = textsIn(language);
  const field = (page: Page, key: string) => page.getByLabel(t(key), { exact: true });
  const press = (page: Page, key: string) => page.getByRole("button", { name: t(key), exact: true }).click();
  const register = (page: Page) => press(page, "business_step_register");
  const edit = (page: Page, key: string) =>
    page
      .getByRole("button", { name: t("profile_edit", { label: t(key).toLowerCase() }), exact: true })
      .click();

  async function choosePlace(page: Page, district: string): Promise<void> {
    // Before a state is chosen the list has only its placeholder.
    await expect(field(page, "field_district").locator("option")).toHaveCount(1);
    await field(page, "profile_state").selectOption("Kerala");
    await field(page, "field_district").selectOption(district);
  }

  async function choosePassword(page: Page): Promise<void> {
    await field(page, "field_password").fill(password);
    await field(page, "registration_password_again").fill(password);
  }

  /** Chooses the card, and opens the form. */
  async function openForm(page: Page, card: string, address: string): Promise<void> {
    await page.goto("/forbusiness");
    await hydrated(page);
    await page.getByRole("link", { name: t("business_register_for", { who: t(card) }), exact: true }).click();
    await expect(page).toHaveURL(address);
  }

  async function fillDoctor(page: Page, doctor: ReturnType<typeof newDoctor>): Promise<void> {
    await field(page, "join_full_name").fill(doctor.full_Name);
    await page.getByRole("radio", { name: t("profile_female"), exact: true }).check();
    await field(page, "profile_birth_date").fill("1980-03-04");
    await field(page, "join_photo").setInputFiles(photo);
    await field(page, "join_doctor_id").fill(doctor.doctor_ID);
    await field(page, "join_specialization").selectOption("Cardiology");
    await field(page, "join_experience").fill(doctor.experience);
    await field(page, "join_fee").fill(doctor.consultation_Fee);
    await field(page, "join_start").fill("09:00");
    await field(page, "join_end").fill("17:00");
    await field(page, "join_address").fill(doctor.consultation_Address);
    await choosePlace(page, "Ernakulam");
    await field(page, "profile_pincode").fill(doctor.pincode);
    await field(page, "field_email").fill(doctor.email);
    await field(page, "field_phone_number").fill(doctor.phone_Number);
    await choosePassword(page);
  }

  async function fillFacility(page: Page, facility: ReturnType<typeof newFacility>): Promise<void> {
    await field(page, "join_pharmacy_name").fill(facility.Hospital_name);
    await field(page, "join_licence").fill(facility.License_number);
    await field(page, "join_photo").setInputFiles(photo);
    await field(page, "join_street").fill(facility.Address);
    await choosePlace(page, facility.District);
    await field(page, "join_city").fill(facility.City);
    await field(page, "profile_pincode").fill(facility.Pincode);
    await field(page, "field_email").fill(facility.Email);
    await field(page, "field_phone_number").fill(facility.Phone_Number);
    await choosePassword(page);
  }

  /** Submits the form, and returns the id of the created application. */
  async function apply(page: Page, worker: "doctor" | "hospital"): Promise<string> {
    const answered = page.waitForResponse(`**/user/api/${worker}/register`);
    await register(page);
    const answer = await answered;
    expect(answer.status()).toBe(201);
    const { message, data } = await answer.json();
    await expectMessage(page, message);
    await expect(page).toHaveURL("/forbusiness?applied=1");
    return data._id;
  }

  async function logIn(page: Page, category: Category, email: string): Promise<void> {
    const names = {
      Doctor: "area_doctor",
      Hospital: "forgot_role_hospital",
      Pharmacy: "forgot_role_pharmacy",
    };
    await page.getByRole("radio", { name: t(names[category]), exact: true }).check();
    await page.getByPlaceholder(t("login_name_example")).fill(email);
    await field(page, "field_password").fill(password);
    await press(page, "login_button");
  }

  return { t, field, press, register, edit, openForm, fillDoctor, fillFacility, apply, logIn };
}

/** The weekday's name in the page's language, from the browser. */
const sunday = (page: Page) =>
  page.evaluate(() =>
    new Intl.DateTimeFormat(document.documentElement.lang === "ml" ? "ml-IN" : "en-US", {
      weekday: "long",
      timeZone: "UTC",
    }).format(new Date("2024-01-07T00:00:00Z")),
  );

const stored = (page: Page) => page.evaluate(() => Object.keys(window.localStorage).sort());

for (const { language, viewport } of devices) {
  const { t, field, press, register, edit, openForm, fillDoctor, fillFacility, apply, logIn } =
    pages(language);

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language });

    test("a pharmacy registers, is approved, sets its hours and is found", async ({ page, request }) => {
      const facility = newFacility("Kannur");
      await openForm(page, "business_pharmacy", "/hospitalregister?category=Pharmacy");
      await expect(
        page.getByRole("heading", { level: 1, name: t("hospital_register_heading"), exact: true }),
      ).toBeVisible();
      await fillFacility(page, facility);
      await expect(page.getByRole("img", { name: t("photo_preview") })).toBeVisible();
      const id = await apply(page, "hospital");
      await approve(request, "Pharmacy", id);

      await page.getByRole("link", { name: t("login_button"), exact: true }).click();
      await expect(page).toHaveURL("/forbusiness/doclogin");
      await logIn(page, "Pharmacy", facility.Phone_Number);
      await expect(page).toHaveURL("/business/profile");
      expect(await stored(page)).toEqual(["workerId", "workerKind", "workerToken"]);
      await expect(page.getByRole("heading", { name: facility.Hospital_name })).toBeVisible();

      await edit(page, "business_hours");
      await field(page, "business_opens").fill("09:00");
      await field(page, "business_closes").fill("21:30");
      await edit(page, "business_days_off");
      await page
        .getByRole("group", { name: t("business_days_off") })
        .getByRole("checkbox")
        .last()
        .check();
      await expectAccessible(page);
      const saved = page.waitForResponse(
        (answer) => answer.url().includes(`/worker/profile/${id}`) && answer.request().method() === "PUT",
      );
      await press(page, "profile_submit");
      const { message, data } = await (await saved).json();
      expect(data).toMatchObject({ startTime: "09:00", endTime: "21:30", daysOff: ["Sunday"] });
      await expectMessage(page, message);
      await page.reload();
      await expect(page.locator("main").getByText(await sunday(page))).toBeVisible();

      await page.goto("/medicines?district=Kannur");
      await expect(page.getByRole("heading", { name: facility.Hospital_name })).toBeVisible();
    });

    test.describe("before the approval", () => {
      test.use({ expectedComplaints: [/status of 403/] });
      test("a doctor registers and cannot log in; after it the login opens the dashboard", async ({
        page,
        request,
      }) => {
        const doctor = newDoctor();
        await openForm(page, "business_doctor", "/doctorregister");
        await expect(
          page.getByRole("heading", { level: 1, name: t("doctor_register_heading"), exact: true }),
        ).toBeVisible();
        await fillDoctor(page, doctor);
        await expectAccessible(page);
        const id = await apply(page, "doctor");

        await page.goto("/forbusiness/doclogin");
        await hydrated(page);
        await expect(page.getByRole("radio", { name: t("area_doctor"), exact: true })).toBeChecked();
        const refused = page.waitForResponse("**/user/api/doctor/login");
        await logIn(page, "Doctor", doctor.email);
        const answer = await refused;
        expect(answer.status()).toBe(403);
        const { message } = await answer.json();
        if (language === "en") expect(message).toBe("Your account is not approved");
        await expectMessage(page, message);
        await expect(page).toHaveURL("/forbusiness/doclogin");
        expect(await stored(page)).toEqual([]);

        await approve(request, "Doctor", id);
        await press(page, "login_button");
        await expect(page).toHaveURL("/doctor/homepage");
        expect(await stored(page)).toEqual(["docId", "docToken"]);
      });
    });

    test.describe("with wrong input", () => {
      test.use({ expectedComplaints: [/status of 422/] });
      test("errors are shown at their fields and on top, and no input is lost", async ({ page }) => {
        const doctor = newDoctor();
        await openForm(page, "business_doctor", "/doctorregister");
        await register(page);
        await expect(summary(page)).toBeFocused();
        await expect(summary(page).getByRole("link")).toHaveCount(18);
        await expectAccessible(page);
        const missing = t("form_field_required", { label: t("profile_gender") });
        await summary(page).getByRole("link", { name: missing, exact: true }).click();
        await expect(page.getByRole("radio", { name: t("profile_male"), exact: true })).toBeFocused();

        await fillDoctor(page, { ...doctor, phone_Number: "12345" });
        await field(page, "join_start").fill("18:00");
        await field(page, "registration_password_again").fill("another password");
        await register(page);
        await expect(summary(page).getByRole("link")).toHaveText([
          t("join_end_before_start"),
          t("password_mismatch"),
        ]);
        await expect(field(page, "join_end")).toHaveAttribute("aria-invalid", "true");

        // Equal times are allowed; correcting the other field of a pair counts too.
        await field(page, "join_start").fill("17:00");
        await field(page, "registration_password_again").fill(password);
        const refused = page.waitForResponse("**/user/api/doctor/register");
        await register(page);
        const answer = await refused;
        expect(answer.status()).toBe(422);
        const { message, errors } = await answer.json();
        await expect(summary(page)).toBeFocused();
        await expect(summary(page).getByRole("link")).toHaveText(
          errors.map((error: { message: string }) => error.message),
        );
        // The message of a single wrong field is shown at the field and in the summary, not in a toast too.
        expect(message).toBe(errors[0].message);
        await expect(page.getByRole("alertdialog").filter({ hasText: message })).toHaveCount(0);
        await expect(field(page, "field_phone_number")).toHaveAttribute("aria-invalid", "true");
        await expect(field(page, "field_phone_number")).toHaveValue("12345");
        await expect(field(page, "join_full_name")).toHaveValue(doctor.full_Name);
        await expect(field(page, "field_district")).toHaveValue("Ernakulam");
        await expect(page.getByRole("img", { name: t("photo_preview") })).toBeVisible();

        await field(page, "field_phone_number").fill(doctor.phone_Number);
        await apply(page, "doctor");
      });
    });
  });
}

const { t, field, fillDoctor, press, logIn } = pages("en");

test.describe("a file that is no photo", () => {
  test.use({ expectedComplaints: [/status of 422/] });
  test("is sent unchanged, and the server's error is shown at its field", async ({ page }) => {
    await page.goto("/doctorregister");
    await hydrated(page);
    await fillDoctor(page, newDoctor());
    await field(page, "join_photo").setInputFiles({
      name: "notes.png",
      mimeType: "image/png",
      buffer: Buffer.alloc(500_000, "no picture "),
    });
    const refused = page.waitForResponse("**/user/api/doctor/register");
    await press(page, "business_step_register");
    const { errors } = await (await refused).json();
    expect(errors).toEqual([{ field: "image", message: expect.any(String) }]);
    await expect(page.getByText(errors[0].message)).toHaveCount(2);
    await expect(field(page, "join_photo")).toHaveAttribute("aria-invalid", "true");
  });
});

test("a large photo is scaled down before it is sent", async ({ page }) => {
  await page.goto("/doctorregister");
  await hydrated(page);
  await fillDoctor(page, newDoctor());
  // A photo as phones make them: four megapixels of noise, drawn by the browser.
  const heavy = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    canvas.width = 2400;
    canvas.height = 1600;
    const pen = canvas.getContext("2d");
    const noise = pen?.createImageData(canvas.width, canvas.height);
    if (!pen || !noise) throw new Error("no canvas");
    for (let place = 0; place < noise.data.length; place++)
      noise.data[place] = place % 4 === 3 ? 255 : (place * 7919) % 251;
    pen.putImageData(noise, 0, 0);
    return canvas.toDataURL("image/jpeg", 1).split(",")[1] ?? "";
  });
  const original = Buffer.from(heavy, "base64");
  expect(original.length).toBeGreaterThan(1_000_000);
  await field(page, "join_photo").setInputFiles({
    name: "me.jpg",
    mimeType: "image/jpeg",
    buffer: original,
  });
  const sent = page.waitForRequest("**/user/api/doctor/register");
  await press(page, "business_step_register");
  const length = Number(await (await sent).headerValue("content-length"));
  expect(length).toBeGreaterThan(20_000);
  expect(length).toBeLessThan(original.length);
  await expect(page).toHaveURL("/forbusiness?applied=1");
});

test.describe("an unknown hospital or pharmacy", () => {
  test.use({ expectedComplaints: [/status of 40[13]/] });
  test("gets the messages of the specification", async ({ page }) => {
    await page.goto("/forbusiness/doclogin");
    await hydrated(page);
    await logIn(page, "Hospital", "nobody@example.com");
    await expectMessage(page, "Hospital not complited");
    await logIn(page, "Pharmacy", "nobody@example.com");
    await expectMessage(page, "Pharmacy not complited");
    await expect(page.getByRole("link", { name: t("login_forgot") })).toHaveAttribute(
      "href",
      "/forgotpassword?role=pharmacy",
    );
  });
});

/** A doctor whose profile names the hospital. */
async function doctorOf(request: APIRequestContext, hospitalId: string): Promise<string> {
  const { id, headers, name } = await approvedDoctor(request);
  const answer = await request.put(`/user/api/doctor/profile/${id}`, {
    headers,
    multipart: { hospital: hospitalId },
  });
  expect(answer.status()).toBe(200);
  return t("doctor_name", { name });
}

test("a hospital looks at the requests for blood that name it", async ({ page, request }) => {
  const hospital = await approvedFacility(request, "Hospital");
  const wanted = { ...newRequest({ State: "Kerala", District: "Ernakulam" }), Hospital: hospital.name };
  await confirmedRequest(request, wanted);
  await page.goto("/business/bloodrequests");
  await logIn(page, "Hospital", hospital.email);
  await expect(page).toHaveURL("/business/bloodrequests");
  const card = page.getByRole("listitem").filter({ hasText: wanted.Patient_name });
  await expect(card).toContainText(wanted.Contact_name);
  await expectAccessible(page);
  await card.getByRole("button", { name: t("business_blood_confirm") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("business_blood_confirm") })
    .click();
  await expect(card).toContainText(t("admin_review_done"));
  await expectAccessible(page);
});

test("a hospital's home shows today by doctor, and a request for blood arrives while it is open", async ({
  page,
  request,
}) => {
  const doctor = await approvedDoctor(request);
  const hospital = await hospitalOf(request, doctor);
  await expectMail(hospital.email, doctor.name);
  await expectMail(doctor.email, hospital.name);
  await page.goto("/forbusiness/doclogin");
  await logIn(page, "Hospital", hospital.email);
  await expect(page).toHaveURL("/business/today");
  const card = page.getByRole("listitem").filter({ hasText: t("doctor_name", { name: doctor.name }) });
  await expect(card).toContainText(t("desk_count_today", { count: "0" }));
  await expectAccessible(page);
  const wanted = { ...newRequest({ State: "Kerala", District: "Ernakulam" }), Hospital: hospital.name };
  await confirmedRequest(request, wanted);
  await expectMessage(page, t("business_blood_new"));
  await expect(page.getByText(t("business_today_blood", { count: "1" }))).toBeVisible();
  await expectAccessible(page);
  await page
    .getByRole("main")
    .getByRole("link", { name: t("business_blood"), exact: true })
    .click();
  await expect(page).toHaveURL("/business/bloodrequests");
  await expect(page.getByRole("listitem").filter({ hasText: wanted.Patient_name })).toBeVisible();
});

test("a hospital confirms and removes the doctors who named it; the login leads back to them", async ({
  page,
  request,
}) => {
  const hospital = await approvedFacility(request, "Hospital");
  await page.goto("/business/doctors");
  await expect(page).toHaveURL("/forbusiness/doclogin");
  await expectMessage(page, t("login_required"));
  await logIn(page, "Hospital", hospital.email);
  await expect(page).toHaveURL("/business/doctors");
  await expect(page.getByRole("heading", { name: t("business_doctors_empty") })).toBeVisible();

  const name = await doctorOf(request, hospital.id);
  await page.reload();
  const doctor = page.getByRole("listitem").filter({ hasText: name });
  await expect(doctor).toBeVisible();
  await expectAccessible(page);
  await doctor.getByRole("button", { name: t("business_confirm") }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: t("business_confirm_yes") })
    .click();
  await expect(page.getByRole("heading", { name: t("business_doctors_confirmed") })).toBeVisible();
  await expect(page.getByRole("heading", { name: t("business_doctors_waiting") })).toBeHidden();

  await doctor.getByRole("button", { name: t("business_remove") }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: t("clinic_not_now") }).click();
  await expect(doctor).toBeVisible();
  await doctor.getByRole("button", { name: t("business_remove") }).click();
  await dialog.getByRole("button", { name: t("business_remove_yes") }).click();
  await expect(page.getByRole("heading", { name: t("business_doctors_empty") })).toBeVisible();
});

test("a pharmacy has no doctors in its area", async ({ page }) => {
  await signInAsFacility(page, "Pharmacy");
  await page.goto("/business/profile");
  await expect(page.getByText(t("business_licence_line", { number: "" }).trim())).toBeVisible();
  const sidebar = page.getByRole("navigation", { name: t("nav_main") });
  await expect(sidebar.getByRole("link", { name: t("nav_profile"), exact: true })).toBeVisible();
  await expect(sidebar.getByRole("link", { name: t("business_doctors"), exact: true })).toBeHidden();
});
