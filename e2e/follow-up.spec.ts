/** A doctor asks a patient to come again, and the patient takes a slot of what is proposed with one press. */
import { expectAccessible } from "./accessible";
import { bookVisit, decide } from "./clinic";
import { expect, expectMessage, test } from "./fixtures";
import { expectMail, signInAsUser } from "./people";
import { phone } from "./site";
import { textsIn } from "./texts";
import { approvedDoctor, signInAsDoctor } from "./workers";

const minute = 60_000;

/** A time of India's day that begins within two minutes, or, where the day has no whole quarter of an hour left, with the next day. */
function soon() {
  const inIndia = new Date(Math.floor(Date.now() / minute + 1.25) * minute + 330 * minute);
  if (inIndia.getUTCHours() === 23 && inIndia.getUTCMinutes() > 44) inIndia.setUTCHours(24, 0);
  const text = inIndia.toISOString();
  return { day: text.slice(0, 10), time: text.slice(11, 16), begins: inIndia.getTime() - 330 * minute };
}

test("a patient who is to come again is proposed three free times, and takes one without a fee", async ({
  page,
  request,
  elsewhere,
}) => {
  // The clock of the program is the real one: the visit begins soon, and a minute after it is marked it is proposed.
  const t = textsIn("en");
  const doctor = await approvedDoctor(request);
  const { day, time, begins } = soon();
  const untilItBegins = begins - Date.now();
  test.setTimeout(untilItBegins + 6 * minute);
  // The doctor works around the clock, whatever hour it is, in quarters of an hour that meet that time.
  const startTime = `00:${String(Number(time.slice(3)) % 15).padStart(2, "0")}`;
  const saved = await request.put(`/user/api/doctor/profile/${doctor.id}`, {
    headers: doctor.headers,
    multipart: { startTime, endTime: "23:59" },
  });
  expect(saved.ok(), await saved.text()).toBe(true);
  const visit = await bookVisit(request, doctor.id, { day, time });
  await decide(request, doctor, "approve", visit);

  await signInAsDoctor(page, doctor);
  await page.goto("/doctor/appointments");
  await page.getByRole("link", { name: t("clinic_follow_ups"), exact: true }).click();
  await expect(page).toHaveURL("/doctor/followups");
  await expect(page.getByRole("heading", { name: t("follow_ups_none_title") })).toBeVisible();
  const row = page.getByRole("listitem").filter({ hasText: visit.name });
  await expect(async () => {
    await page.reload();
    await expect(row).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: untilItBegins + 1.5 * minute });

  const press = (key: string) => row.getByRole("button", { name: t(key), exact: true }).click();
  const dialog = page.getByRole("dialog");
  const days = dialog.getByRole("textbox", { name: t("follow_up_days") });
  const save = dialog.getByRole("button", { name: t("follow_up_save"), exact: true });
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
  await press("follow_up_change");
  await days.fill("2");
  await dialog.getByRole("checkbox", { name: t("follow_up_without_fee") }).check();
  await save.click();
  await expect(row).toContainText(t("follow_up_without_fee"));
  await expectAccessible(page);
  await expect(async () => {
    await page.reload();
    await expect(row).toContainText(t("follow_up_proposed"), { timeout: 5_000 });
  }).toPass({ timeout: 120_000 });
  await expect(row.getByRole("button")).toHaveCount(0);
  await expectMail(visit.user.email, "asked you to come again around");

  const bookings = await elsewhere();
  await bookings.setViewportSize(phone);
  await signInAsUser(bookings, visit.user);
  await bookings.goto("/user/bookings");
  const proposal = bookings
    .getByRole("article")
    .filter({ has: bookings.getByRole("button", { name: t("proposal_decline"), exact: true }) });
  await expect(proposal).toContainText(doctor.name);
  await expect(proposal).toContainText(t("proposal_without_fee"));
  await expect(proposal.getByRole("button")).toHaveCount(4);
  await expectAccessible(bookings);
  const booked = bookings.waitForResponse("**/user/api/user/followups/*/*");
  await proposal.getByRole("button").first().click();
  await expectMessage(bookings, (await (await booked).json()).message);
  await expect(proposal).toHaveCount(0);
  await expect(bookings.getByRole("article").filter({ hasText: t("status_pending") })).toContainText(
    t("proposal_without_fee"),
  );

  await page.goto("/doctor/appointments");
  await expect(page.getByRole("row").filter({ hasText: visit.name })).toContainText(
    t("clinic_follow_up_free"),
  );
  await page.goto("/doctor/followups");
  await expect(row).toContainText(t("follow_up_booked"));
});
