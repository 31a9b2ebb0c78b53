/** A doctor notes a follow-up, and the patient books a proposed slot with one press. */
import { expectAccessible } from "./accessible";
import { bookVisit, decide } from "./clinic";
import { instantOf, today } from "./clock";
import { expect, expectMessage, test } from "./fixtures";
import { expectMail, signInAsUser } from "./people";
import { phone } from "./site";
import { textsIn } from "./texts";
import { approvedDoctor, signInAsDoctor } from "./workers";

// The browser's messages about a program that restarts.
test.use({ ownProgram: {}, expectedComplaints: [/ERR_/] });

test("a patient who is to come again is proposed three free times, and takes one without a fee", async ({
  page,
  request,
  elsewhere,
  own,
  moveTo,
}) => {
  const t = textsIn("en");
  const doctor = await approvedDoctor(request);
  const visit = await bookVisit(request, doctor.id, { day: today(), time: "10:00" });
  await decide(request, doctor, "approve", visit);

  await signInAsDoctor(page, doctor);
  await page.goto("/doctor/appointments");
  await page
    .getByRole("main")
    .getByRole("link", { name: t("follow_up_list_title"), exact: true })
    .click();
  await expect(page).toHaveURL("/doctor/followups");
  await expect(page.getByRole("heading", { name: t("follow_up_none_title") })).toBeVisible();
  const row = page.getByRole("listitem").filter({ hasText: visit.name });
  await moveTo(instantOf(today(), "10:00"));
  await page.reload();
  await expect(row).toBeVisible();

  const press = (key: string) => row.getByRole("button", { name: t(key), exact: true }).click();
  const dialog = page.getByRole("dialog");
  const days = dialog.getByRole("textbox", { name: t("follow_up_days") });
  const save = dialog.getByRole("button", { name: t("action_save"), exact: true });
  await press("follow_up_mark");
  await days.fill("30");
  await expectAccessible(page);
  await save.click();
  await expect(row).toContainText(t("follow_up_waiting"));
  await press("follow_up_unmark");
  await expect(row.getByRole("button", { name: t("follow_up_mark"), exact: true })).toBeVisible();
  await press("follow_up_mark");
  await days.fill("30");
  await save.click();
  await press("action_change");
  await days.fill("2");
  await dialog.getByRole("checkbox", { name: t("follow_up_without_fee") }).check();
  await save.click();
  await expect(row).toContainText(t("follow_up_without_fee"));
  await expectAccessible(page);
  await own.restart();
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText(t("follow_up_proposed"), { timeout: 1_000 });
  }).toPass();
  await expect(row.getByRole("button")).toHaveCount(0);
  await expectMail(visit.user.email, "asked you to come again around");

  const bookings = await elsewhere();
  await bookings.setViewportSize(phone);
  await signInAsUser(bookings, visit.user);
  await bookings.goto("/user/bookings");
  const proposal = bookings
    .getByRole("article")
    .filter({ has: bookings.getByRole("button", { name: t("offer_decline"), exact: true }) });
  await expect(proposal).toContainText(doctor.name);
  await expect(proposal).toContainText(t("proposal_without_fee"));
  await expect(proposal.getByRole("button")).toHaveCount(4);
  await expect(proposal.getByRole("button").first()).toContainText(t("doctor_clinic"));
  await expectAccessible(bookings);
  const booked = bookings.waitForResponse("**/user/api/user/followups/*/*");
  await proposal.getByRole("button").first().click();
  await expectMessage(bookings, (await (await booked).json()).message);
  await expect(proposal).toHaveCount(0);
  await expect(bookings.getByRole("article").filter({ hasText: t("booking_state_waiting") })).toContainText(
    t("proposal_without_fee"),
  );

  await page.goto("/doctor/appointments");
  await expect(page.getByRole("row").filter({ hasText: visit.name })).toContainText(
    t("follow_up_badge_free"),
  );
  await page.goto("/doctor/followups");
  await expect(row).toContainText(t("follow_up_booked"));
});
