import type { Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import {
  confirmedRequest,
  type Donor,
  newDonor,
  newRequest,
  quietPlace,
  registeredDonor,
  sentRequest,
  toldDonor,
} from "./donors";
import { expect, expectMessage, test } from "./fixtures";
import { mailedLink, mailsTo } from "./people";
import { answeredAgain, desk, devices, hydrated, loseAnswers, phone } from "./site";
import { textsIn } from "./texts";

/** As the pages display it: with a minus sign. */
const groupName = (group: string) => group.replace("-", "−");

/** The texts of the pages in one language, and the steps of the tests. */
function pages(language: string) {
  const t = textsIn(language);

  const press = (where: Pick<Page, "getByRole">, key: string) =>
    where.getByRole("button", { name: t(key), exact: true }).click();

  const heading = (page: Page, key: string, values?: Record<string, string>) =>
    page.getByRole("heading", { name: t(key, values), exact: true });

  /** Opens a private page as from a mail. */
  async function open(page: Page, link: string): Promise<void> {
    await page.goto(link);
    await hydrated(page);
  }

  async function fillPlace(page: Page, { State, District }: { State: string; District: string }) {
    await page.getByLabel(t("profile_state"), { exact: true }).selectOption(State);
    await page.getByLabel(t("field_district"), { exact: true }).selectOption(District);
  }

  async function registerDonor(page: Page, donor: Donor): Promise<void> {
    await page.getByLabel(t("field_name"), { exact: true }).fill(donor.Name);
    await page.getByRole("radio", { name: groupName(donor.Blood_group), exact: true }).check();
    await page.getByRole("radio", { name: t("profile_female"), exact: true }).check();
    await page.getByLabel(t("donor_age"), { exact: true }).fill(donor.Age);
    await page.getByLabel(t("field_email"), { exact: true }).first().fill(donor.Email);
    await page.getByLabel(t("profile_phone"), { exact: true }).fill(donor.Phone_number);
    await fillPlace(page, donor);
    await page.getByRole("checkbox").check();
    await press(page, "donor_submit");
  }

  async function requestBlood(page: Page, wanted: ReturnType<typeof newRequest>): Promise<void> {
    await page.goto("/bloodrequest");
    await hydrated(page);
    await page.getByLabel(t("blood_patient"), { exact: true }).fill(wanted.Patient_name);
    await page.getByRole("radio", { name: groupName(wanted.Blood_group), exact: true }).check();
    await page.getByLabel(t("blood_units"), { exact: true }).selectOption(wanted.Units);
    await page.getByLabel(t("blood_needed_by"), { exact: true }).fill(wanted.Needed_by);
    await page.getByLabel(t("blood_hospital"), { exact: true }).fill(wanted.Hospital);
    await fillPlace(page, wanted);
    await page.getByLabel(t("blood_contact"), { exact: true }).fill(wanted.Contact_name);
    await page.getByLabel(t("profile_phone"), { exact: true }).fill(wanted.Phone_number);
    await page.getByLabel(t("field_email"), { exact: true }).fill(wanted.Email);
    await press(page, "blood_request_submit");
  }

  return { t, press, heading, open, registerDonor, requestBlood };
}

const phoneLink = (page: Page, number: string) => page.locator(`a[href="tel:+91${number}"]`);

for (const { language, viewport } of devices) {
  const { t, press, heading, open, registerDonor, requestBlood } = pages(language);

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    // Expected statuses: a link that has ended, an age that is refused, and a request that is full.
    test.use({ viewport, language, expectedComplaints: [/status of (409|410|422)/] });

    test("a donor registers, is asked and says yes; both see the contact, the next donor is thanked", async ({
      page,
      request,
      elsewhere,
    }) => {
      const place = await quietPlace(request);
      const donor = newDonor(place);
      const second = await registeredDonor(request, newDonor(place, "Bindu"));
      const wanted = newRequest(place);

      await page.goto("/blooddonate");
      await hydrated(page);
      const registered = page.waitForResponse("**/user/api/bloodregister");
      await registerDonor(page, donor);
      await expectMessage(page, (await (await registered).json()).message);
      await expect(page).toHaveURL("/?donor=registered");
      await open(page, await mailedLink(donor.Email, "/blooddonor"));
      await expect(page.getByText(t("donor_unconfirmed"), { exact: true })).toBeVisible();
      await expect(page.getByRole("button", { name: t("donor_pause"), exact: true })).toHaveCount(0);
      await press(page, "donor_confirm");
      await expect(page.getByText(t("donor_ready"), { exact: true })).toBeVisible();

      await requestBlood(page, wanted);
      await expect(heading(page, "blood_sent_title")).toBeVisible();
      await expect(page.getByText(wanted.Email, { exact: true })).toBeVisible();
      const own = await mailedLink(wanted.Email, "/bloodrequest/own");
      await open(page, own);
      await expect(heading(page, "blood_confirm_title")).toBeVisible();
      expect(mailsTo(donor.Email).join()).not.toContain("/bloodanswer#");
      await press(page, "blood_confirm");
      const looking = page.getByText(t("blood_status_looking"), { exact: true });
      await expect(page.getByText(t("blood_status_open"), { exact: true }).or(looking)).toBeVisible();
      await expect(
        page.getByText(t("blood_covered", { covered: "0", units: "1" }), { exact: true }),
      ).toBeVisible();
      await expect(heading(page, "blood_accepted_none")).toBeVisible();

      // Both donors open it before either answers.
      const answer = await mailedLink(donor.Email, "/bloodanswer");
      const secondAnswer = await mailedLink(second.Email, "/bloodanswer");
      for (const { Email } of [donor, second]) {
        expect(mailsTo(Email).join()).not.toContain(wanted.Phone_number);
      }
      const late = await elsewhere();
      await open(late, secondAnswer);
      await expect(late.getByRole("main")).toContainText(wanted.Hospital);

      await open(page, answer);
      await expect(
        heading(page, "blood_answer_asked", { group: groupName(wanted.Blood_group) }),
      ).toBeVisible();
      await expect(page.getByRole("main")).toContainText(wanted.Hospital);
      await expect(page.getByRole("main")).not.toContainText(wanted.Phone_number);
      await expect(page.getByRole("main")).not.toContainText(wanted.Patient_name);
      await press(page, "blood_accept");
      await expect(heading(page, "blood_answer_accepted")).toBeVisible();
      await expect(phoneLink(page, wanted.Phone_number)).toBeVisible();
      await expect(page.getByRole("main")).toContainText(wanted.Patient_name);

      const refused = late.waitForResponse("**/user/api/bloodanswer/accept");
      await press(late, "blood_accept");
      expect((await refused).status()).toBe(409);
      await expectMessage(late, (await (await refused).json()).message);
      await expect(heading(late, "blood_answer_full")).toBeVisible();
      await expect(phoneLink(late, wanted.Phone_number)).toBeHidden();

      await open(page, own);
      const card = page.getByRole("article", { name: donor.Name, exact: true });
      await expect(card).toContainText(groupName(donor.Blood_group));
      await expect(phoneLink(page, donor.Phone_number)).toBeVisible();
      await expect(page.getByRole("main")).not.toContainText(second.Name);
      await expect(page.getByText(t("blood_status_matched"), { exact: true })).toBeVisible();

      await press(card, "blood_report");
      await page.getByLabel(t("blood_report_reason"), { exact: true }).fill("Nobody answers");
      await press(page.getByRole("dialog"), "blood_report_send");
      await expect(card).toContainText(t("blood_reported"));

      await press(page, "blood_close_fulfilled");
      await press(page.getByRole("dialog"), "blood_close_fulfilled");
      await expect(page.getByText(t("blood_status_fulfilled"), { exact: true })).toBeVisible();
      await late.reload();
      await expect(heading(late, "blood_answer_ended")).toBeVisible();
    });

    test("a yes is taken back, and the requester no longer sees the donor", async ({ page, request }) => {
      const place = await quietPlace(request);
      const donor = await registeredDonor(request, newDonor(place));
      const own = await confirmedRequest(request, newRequest(place));
      await open(page, await mailedLink(donor.Email, "/bloodanswer"));
      await press(page, "blood_accept");
      await press(page, "blood_withdraw");
      await press(page.getByRole("dialog"), "blood_withdraw");
      await expect(heading(page, "blood_answer_declined")).toBeVisible();
      await open(page, own);
      await expect(heading(page, "blood_accepted_none")).toBeVisible();
      await expect(page.getByRole("main")).not.toContainText(donor.Phone_number);
    });

    test("by the private link a donor pauses, comes back, reports a donation, changes details and goes", async ({
      page,
      request,
    }) => {
      const donor = await registeredDonor(request, newDonor(await quietPlace(request)));
      const link = await mailedLink(donor.Email, "/blooddonor");
      await open(page, link);
      await expect(heading(page, "donor_hello", { name: donor.Name })).toBeVisible();
      await expect(page.getByText(t("donor_ready"), { exact: true })).toBeVisible();
      // Even the donor's own page shows only a part of the number: the link may leak.
      await expect(page.getByRole("main")).not.toContainText(donor.Phone_number);

      const paused = page.waitForResponse("**/user/api/blooddonor/pause");
      await press(page, "donor_pause");
      await expectMessage(page, (await (await paused).json()).message);
      await expect(page.getByText(t("donor_paused"), { exact: true })).toBeVisible();
      await press(page, "donor_resume");
      await expect(page.getByText(t("donor_ready"), { exact: true })).toBeVisible();

      const donated = page.waitForResponse("**/user/api/blooddonor/donation");
      await press(page, "donor_donation");
      const { data } = await (await donated).json();
      expect(data.status).toBe("resting");
      await expect(page.getByText(t("donor_resting_text"), { exact: true })).toBeVisible();

      await press(page, "donor_details_change");
      await page.getByLabel(t("donor_age"), { exact: true }).fill("17");
      const refused = page.waitForResponse("**/user/api/blooddonor");
      await press(page, "donor_details_save");
      expect((await refused).status()).toBe(422);
      await expect(page.getByLabel(t("donor_age"), { exact: true })).toHaveAttribute("aria-invalid", "true");
      await page.getByLabel(t("donor_age"), { exact: true }).fill("35");
      const saved = page.waitForRequest("**/user/api/blooddonor");
      await press(page, "donor_details_save");
      expect((await saved).postDataJSON()).toEqual({ Age: "35" });
      await expect(page.getByRole("button", { name: t("donor_details_change"), exact: true })).toBeVisible();
      await expect(page.getByText("35", { exact: true })).toBeVisible();

      await press(page, "donor_erase");
      const erased = page.waitForResponse((answer) => answer.request().method() === "DELETE");
      await press(page.getByRole("dialog"), "donor_erase");
      await expectMessage(page, (await (await erased).json()).message);
      await expect(page).toHaveURL("/");
      await open(page, link);
      await expect(heading(page, "reset_ended_title")).toBeVisible();
    });
  });
}

for (const { language, viewport, colorScheme } of [
  { language: "ml", viewport: phone, colorScheme: "light" },
  { language: "en", viewport: desk, colorScheme: "dark" },
] as const) {
  const { t, press, heading, open } = pages(language);

  test.describe(`accessible in ${language} at ${viewport.width} px, ${colorScheme}`, () => {
    test.use({ language, viewport, colorScheme });

    test("the requester's page and the donor's answer, in all their states", async ({ page, request }) => {
      const place = await quietPlace(request);
      const donor = await registeredDonor(request, newDonor(place));
      const own = await sentRequest(request, newRequest(place));
      await open(page, own);
      await expect(heading(page, "blood_confirm_title")).toBeVisible();
      await expectAccessible(page);
      await press(page, "blood_confirm");
      await expect(heading(page, "blood_accepted_none")).toBeVisible();
      await expectAccessible(page);

      await open(page, await mailedLink(donor.Email, "/bloodanswer"));
      await expect(page.getByRole("button", { name: t("blood_accept"), exact: true })).toBeVisible();
      await expectAccessible(page);
      await press(page, "blood_accept");
      await expect(heading(page, "blood_answer_accepted")).toBeVisible();
      await expectAccessible(page);

      await open(page, own);
      await expect(phoneLink(page, donor.Phone_number)).toBeVisible();
      await expectAccessible(page);
      await press(page, "blood_report");
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectAccessible(page);
    });

    test("the donor's own page", async ({ page, request }) => {
      const donor = await toldDonor(request, newDonor(await quietPlace(request)));
      const first = await mailedLink(donor.Email, "/blooddonor");
      await open(page, first);
      await expect(heading(page, "donor_confirm_title")).toBeVisible();
      await expectAccessible(page);
      await press(page, "donor_confirm");
      await expect(page.getByText(t("donor_ready"), { exact: true })).toBeVisible();
      await expect(heading(page, "donor_hello", { name: donor.Name })).toBeFocused();

      await toldDonor(request, { ...donor, Age: "41" });
      await open(page, await mailedLink(donor.Email, "/blooddonor", 2));
      await expect(heading(page, "donor_change_title")).toBeVisible();
      await expectAccessible(page);
      await press(page, "donor_links_cancel");
      await expectAccessible(page);
      await press(page.getByRole("dialog"), "donor_links_cancel");
      await expect(page.getByRole("dialog")).toHaveCount(0);
      await press(page, "donor_pause");
      await expect(page.getByText(t("donor_paused"), { exact: true })).toBeVisible();
      await press(page, "donor_details_change");
      await expectAccessible(page);
      await press(page, "donor_erase");
      await expect(page.getByRole("dialog")).toBeVisible();
      await expectAccessible(page);
    });
  });
}

const { t, press, heading, open, registerDonor } = pages("en");

test("a second registration changes nothing before the donor says so by the mailed link", async ({
  page,
  request,
}) => {
  const donor = await registeredDonor(request, newDonor(await quietPlace(request)));
  const link = await mailedLink(donor.Email, "/blooddonor");
  await toldDonor(request, { ...donor, Age: "41" });
  await open(page, link);
  const change = page.getByRole("region", { name: t("donor_change_title"), exact: true });
  await expect(change.getByText("34", { exact: true })).toBeVisible();
  await expect(change.getByText("41", { exact: true })).toBeVisible();
  await press(change, "donor_change_accept");
  await expect(change).toBeHidden();
  await expect(page.getByText("41", { exact: true })).toBeVisible();
  await expect(page.getByText("34", { exact: true })).toBeHidden();
});

test.describe("a link of before", () => {
  test.use({ expectedComplaints: [/status of 410/] });

  test("ends when a newer one was used, and a new address counts once its own link was", async ({
    page,
    request,
  }) => {
    const donor = await registeredDonor(request, newDonor(await quietPlace(request)));
    const first = await mailedLink(donor.Email, "/blooddonor");
    await request.post("/user/api/blooddonor/link", { data: { Email: donor.Email } });
    const second = await mailedLink(donor.Email, "/blooddonor", 2);
    await open(page, second);
    await expect(heading(page, "donor_hello", { name: donor.Name })).toBeVisible();
    await open(page, first);
    await expect(heading(page, "reset_ended_title")).toBeVisible();

    const { Email: newEmail } = newDonor({ State: donor.State, District: donor.District });
    await open(page, second);
    await press(page, "donor_details_change");
    await page.getByLabel(t("field_new_email"), { exact: true }).fill(newEmail);
    await press(page, "donor_details_save");
    await expect(heading(page, "donor_address_waits")).toBeVisible();
    await expectAccessible(page);
    await open(page, await mailedLink(newEmail, "/blooddonor"));
    await expect(heading(page, "donor_address_title")).toBeVisible();
    await expectAccessible(page);
    await press(page, "donor_address_confirm");
    await expect(heading(page, "donor_address_title")).toBeHidden();
    await open(page, second);
    // The page has loaded this link before, and shows what it knows; a page that is opened by the mail again has not.
    await page.reload();
    await expect(heading(page, "reset_ended_title")).toBeVisible();
  });
});

test("the donors' page leads to the blood section of the home page, and from there to a request", async ({
  page,
}) => {
  await page.goto("/blooddonate");
  await hydrated(page);
  await page.getByRole("link", { name: "Do you need blood? Register", exact: true }).click();
  await expect(page).toHaveURL("/#need-blood");
  await expect(page.getByRole("heading", { name: t("blood_need"), exact: true })).toBeInViewport();
  await page
    .getByRole("main")
    .getByRole("link", { name: t("blood_request_title"), exact: true })
    .click();
  await expect(page).toHaveURL("/bloodrequest");
});

test.describe("somebody of 17", () => {
  test.use({ expectedComplaints: [/status of 422/] });
  test("is told kindly, at the field, and loses nothing that was typed", async ({ page, request }) => {
    const donor = { ...newDonor(await quietPlace(request)), Age: "17" };
    await page.goto("/blooddonate");
    await hydrated(page);
    const answer = page.waitForResponse("**/user/api/bloodregister");
    await registerDonor(page, donor);
    const { errors } = await (await answer).json();
    expect(errors.map(({ field }: { field: string }) => field)).toEqual(["Age"]);
    await expect(page.getByRole("alert")).toContainText(errors[0].message);
    await expect(page.getByLabel("Age", { exact: true })).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByLabel("Name", { exact: true })).toHaveValue(donor.Name);
    await expect(page.getByRole("checkbox")).toBeChecked();
    await expectAccessible(page);
  });
});

test.describe("on a line that breaks", () => {
  test.use({ expectedComplaints: [/ERR_|Failed to load resource/] });
  test("a donor whose answer is lost presses again, is thanked, and gets one mail", async ({
    page,
    request,
  }) => {
    const donor = newDonor(await quietPlace(request));
    const path = "**/user/api/bloodregister";
    await page.goto("/blooddonate");
    await hydrated(page);
    await loseAnswers(page, path);
    await registerDonor(page, donor);
    await expectMessage(page, t("error_no_connection"));
    await expectMessage(page, await answeredAgain(page, path, () => press(page, "donor_submit")));
    await expect(page).toHaveURL("/?donor=registered");
    await mailedLink(donor.Email, "/blooddonor");
    expect(mailsTo(donor.Email)).toHaveLength(1);
  });
});

test("whoever lost the private link gets it by mail", async ({ page, request }) => {
  const donor = await registeredDonor(request, newDonor(await quietPlace(request)));
  await mailedLink(donor.Email, "/blooddonor");
  await page.goto("/blooddonate");
  await hydrated(page);
  const answer = page.waitForResponse("**/user/api/blooddonor/link");
  await page.getByLabel(t("field_email"), { exact: true }).last().fill(donor.Email);
  await press(page, "donor_send_link");
  const { message } = await (await answer).json();
  await expect(page.getByRole("main")).toContainText(message);
  await page.goto(await mailedLink(donor.Email, "/blooddonor", 2));
  await expect(heading(page, "donor_hello", { name: donor.Name })).toBeVisible();
});

test("an address without its token is explained, and private pages stay out of search engines", async ({
  page,
}) => {
  for (const path of ["/bloodrequest/own", "/bloodanswer", "/blooddonor"]) {
    await page.goto(path);
    await expect(page.locator('meta[name="robots"]')).toHaveAttribute("content", "noindex");
    await expect(heading(page, "blood_link_cut_title")).toBeVisible();
  }
});

test("the facts are the server's: who can give to whom, who can donate, and how many there are", async ({
  page,
}) => {
  const answer = page.waitForResponse("**/user/api/blood/facts");
  await page.goto("/bloodfacts");
  await hydrated(page);
  const { rules, compatibility, donors } = (await (await answer).json()).data;

  const [table, counts] = [page.getByRole("table").first(), page.getByRole("table").last()];
  for (const { Blood_group, from } of compatibility) {
    const row = table.getByRole("row", {
      name: new RegExp(`^${groupName(Blood_group).replace("+", "\\+")} `),
    });
    const [yes, no] = [new RegExp(`^${t("blood_table_yes")}`), new RegExp(`^(?!${t("blood_table_yes")})`)];
    await expect(row.getByRole("cell")).toHaveText(
      compatibility.map((donor: { Blood_group: string }) => (from.includes(donor.Blood_group) ? yes : no)),
    );
  }

  const { youngest, oldest, oldestFirstTime, kilograms, daysMale, daysFemale } = rules;
  for (const text of [
    t("donor_who_age", { youngest, oldest, first: oldestFirstTime }),
    t("donor_who_weight", { kilograms }),
    t("donor_who_days", { men: daysMale, women: daysFemale }),
    t("blood_centre_decides"),
  ]) {
    await expect(page.getByRole("main")).toContainText(text);
  }

  await expect(counts.getByRole("rowheader")).toHaveText(
    donors.map(({ District }: { District: string }) => District),
  );
  const [first] = donors;
  const shown = ({ count }: { count: number | null }) =>
    count === null ? t("blood_fewer_than", { least: "10" }) : `${count}+`;
  const cells = counts.getByRole("row", { name: new RegExp(`^${first.District} `) }).getByRole("cell");
  await expect(cells).toContainText(first.counts.map(shown));

  await page.setViewportSize(phone);
  await page.getByLabel(t("field_district"), { exact: true }).selectOption(first.District);
  await expect(page.getByRole("definition")).toContainText(first.counts.map(shown));
  await page.getByRole("radio", { name: "A−", exact: true }).check();
  await expect(page.getByRole("main")).toContainText("A− can receive from: A−, O−.");
  await expectAccessible(page);
});
