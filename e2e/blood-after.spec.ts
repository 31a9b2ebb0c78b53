/**
 * After a donor's acceptance is withdrawn, or its request has ended: the requester no longer sees the donor, and the donor sees which
 * disclosures were made.
 */
import type { APIRequestContext, Page } from "@playwright/test";
import { expectAccessible } from "./accessible";
import { adminHeaders } from "./admins";
import {
  confirmedRequest,
  type Donor,
  newDonor,
  newRequest,
  type Place,
  quietPlace,
  registeredDonor,
} from "./donors";
import { expect, test } from "./fixtures";
import { mailedLink, mailsTo } from "./people";
import { devices, hydrated, phone } from "./site";
import { textsIn } from "./texts";

const phoneLink = (page: Page, number: string) => page.locator(`a[href="tel:+91${number}"]`);
const hint = (number: string) => `${number.slice(0, 2)}••••••${number.slice(-2)}`;

async function open(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await hydrated(page);
}

/** A donor who is asked for a request of the same place, under a unique patient name. */
async function asked(request: APIRequestContext) {
  const place: Place = await quietPlace(request);
  const donor: Donor = await registeredDonor(request, newDonor(place));
  const wanted = newRequest(place);
  const own = await confirmedRequest(request, wanted);
  const question = await mailedLink(donor.Email, "/bloodanswer");
  const donorPage = await mailedLink(donor.Email, "/blooddonor");
  return { donor, wanted, own, question, donorPage };
}

/** The administrator blocks the requester. */
async function block(request: APIRequestContext, patient: string): Promise<void> {
  const headers = await adminHeaders(request);
  const list = await request.get("/admin/api/blood/requests?limit=100", { headers });
  const rows: { _id: string; Patient_name: string }[] = (await list.json()).data;
  const id = rows.find(({ Patient_name }) => Patient_name === patient)?._id;
  const blocked = await request.post(`/admin/api/blood/requests/${id}/block`, { headers });
  expect(blocked.ok(), await blocked.text()).toBe(true);
}

for (const { language, viewport } of devices) {
  const t = textsIn(language);
  const press = (where: Pick<Page, "getByRole">, key: string) =>
    where.getByRole("button", { name: t(key), exact: true }).click();
  const heading = (page: Page, key: string, values?: Record<string, string>) =>
    page.getByRole("heading", { name: t(key, values), exact: true });
  const record = (page: Page) => page.getByRole("region", { name: t("donor_seen_title"), exact: true });

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({ viewport, language });

    /** The donor accepts on their page, and the requester's page shows the donor's contact. */
    async function meet(page: Page, requester: Page, pair: Awaited<ReturnType<typeof asked>>) {
      await open(page, pair.donorPage);
      await expect(record(page)).toContainText(t("donor_seen_none"));
      await open(page, pair.question);
      await press(page, "blood_accept");
      await expect(heading(page, "blood_answer_accepted")).toBeVisible();
      await open(requester, pair.own);
      await expect(phoneLink(requester, pair.donor.Phone_number)).toBeVisible();
      await expect(requester.getByRole("article", { name: pair.donor.Name, exact: true })).toBeVisible();
    }

    /** Neither the requester's page nor any of their mails contains the donor's data. */
    async function expectNobody(requester: Page, { donor, wanted }: Awaited<ReturnType<typeof asked>>) {
      const main = requester.getByRole("main");
      await expect(main).not.toContainText(donor.Name);
      await expect(main).not.toContainText(donor.Phone_number);
      await expect(phoneLink(requester, donor.Phone_number)).toHaveCount(0);
      for (const mail of mailsTo(wanted.Email)) {
        expect(mail).not.toContain(donor.Phone_number);
        expect(mail).not.toContain(donor.Name);
      }
    }

    async function expectOnRecord(
      page: Page,
      { donor, wanted, donorPage }: Awaited<ReturnType<typeof asked>>,
    ) {
      await open(page, donorPage);
      const line = record(page).getByRole("listitem");
      await expect(line).toHaveCount(1);
      for (const text of [wanted.Hospital, wanted.District, `${donor.Name}, ${hint(donor.Phone_number)}`]) {
        await expect(line).toContainText(text);
      }
      await expect(line).toContainText(t("donor_seen_over"));
      for (const secret of [wanted.Contact_name, wanted.Patient_name, wanted.Phone_number]) {
        await expect(page.getByRole("main")).not.toContainText(secret);
      }
      await expectAccessible(page);
    }

    test("a yes taken back: the requester sees nobody, the donor reads what was seen", async ({
      page,
      request,
      elsewhere,
    }) => {
      const pair = await asked(request);
      const requester = await elsewhere();
      await meet(page, requester, pair);
      await open(page, pair.donorPage);
      await expect(record(page).getByRole("listitem")).toContainText(t("donor_seen_lasts"));

      await open(page, pair.question);
      await press(page, "blood_withdraw");
      await press(page.getByRole("dialog"), "blood_withdraw");
      await expect(heading(page, "blood_answer_declined")).toBeVisible();
      await expect(page.getByRole("main")).not.toContainText(t("blood_seen_never"));
      await expectAccessible(page);

      await requester.reload();
      await expect(heading(requester, "blood_former_withdrawn")).toBeVisible();
      await expect(heading(requester, "blood_accepted_none")).toBeVisible();
      await expectNobody(requester, pair);
      await expectAccessible(requester);
      await expectOnRecord(page, pair);
    });

    for (const end of viewport === phone ? (["close", "block"] as const) : (["close"] as const)) {
      test(`after a ${end} the requester sees nobody, and the yes can still be taken back`, async ({
        page,
        request,
        elsewhere,
      }) => {
        const pair = await asked(request);
        const requester = await elsewhere();
        await meet(page, requester, pair);
        if (end === "close") {
          await press(requester, "blood_close_unneeded");
          await press(requester.getByRole("dialog"), "blood_close_unneeded");
        } else {
          await block(request, pair.wanted.Patient_name);
          await requester.reload();
        }
        await expect(heading(requester, "blood_former_ended")).toBeVisible();
        await expect(requester.getByText(t("blood_status_closed"), { exact: true })).toBeVisible();
        await expectNobody(requester, pair);
        await requester.reload();
        await expect(heading(requester, "blood_former_ended")).toBeVisible();
        await expectNobody(requester, pair);
        await expectAccessible(requester);
        await expectOnRecord(page, pair);

        await open(page, pair.question);
        await expect(heading(page, "blood_answer_ended")).toBeVisible();
        await expect(phoneLink(page, pair.wanted.Phone_number)).toHaveCount(0);
        await press(page, "blood_withdraw");
        await press(page.getByRole("dialog"), "blood_withdraw");
        await expect(page.getByRole("button", { name: t("blood_withdraw"), exact: true })).toHaveCount(0);
        await expectAccessible(page);
        await requester.reload();
        await expect(heading(requester, "blood_former_withdrawn")).toBeVisible();
      });
    }

    if (viewport !== phone) return;

    test("a number that is changed after the yes is seen as the new one, and both are on record", async ({
      page,
      request,
      elsewhere,
    }) => {
      const pair = await asked(request);
      const requester = await elsewhere();
      await meet(page, requester, pair);
      await open(page, pair.donorPage);
      const { State, District } = pair.wanted;
      const number = newDonor({ State, District }).Phone_number;
      await press(page, "donor_details_change");
      await page.getByLabel(t("donor_new_phone"), { exact: true }).fill(number);
      await press(page, "donor_details_save");
      await expect(record(page).getByRole("listitem")).toContainText(t("donor_seen_over"));
      await requester.reload();
      await expect(phoneLink(requester, number)).toBeVisible();
      await expectNobody(requester, { ...pair, donor: { ...pair.donor, Name: pair.donor.Phone_number } });
      await page.reload();
      const lines = record(page).getByRole("listitem");
      await expect(lines).toHaveCount(2);
      await expect(lines.first()).toContainText(hint(number));
      await expect(lines.first()).toContainText(t("donor_seen_lasts"));
      await expect(lines.last()).toContainText(hint(pair.donor.Phone_number));
    });
  });
}
