import { adminToken, signInAsAdmin } from "./admins";
import { expect, expectMessage, test } from "./fixtures";
import { hydrated, phone } from "./site";
import { signInAsDoctor, signInAtDesk } from "./workers";

const guarded = [
  ["/user/profile", "/login"],
  ["/user/bookings", "/login"],
  ["/doctor/homepage", "/forbusiness/doclogin"],
  ["/doctor/previousappointment", "/forbusiness/doclogin"],
  ["/business/profile", "/forbusiness/doclogin"],
  ["/desk/today", "/desk/login"],
  ["/desk/requests", "/desk/login"],
  ["/admin/home/dashboard", "/admin/login"],
  ["/admin/bloodrequests", "/admin/login"],
] as const;

for (const [path, login] of guarded) {
  test(`${path} sends a stranger to ${login}`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL(login);
    await expectMessage(page, "Please sign in to continue.");
  });
}

test("the booking confirmation is no page of the doctor's area; without a chosen slot it leads to the doctors", async ({
  page,
}) => {
  await page.goto("/doctor/appointment");
  await expect(page).toHaveURL("/viewdoctors");
});

const sidebars = [
  {
    area: "/doctor/homepage",
    login: "/forbusiness/doclogin",
    entries: [
      ["Dashboard", "/doctor/homepage"],
      ["Today", "/doctor/today"],
      ["Profile", "/doctor/profile"],
      ["Schedule", "/doctor/schedule"],
      ["Appointments", "/doctor/appointments"],
      ["Appointment List", "/doctor/previousappointment"],
      ["Follow-ups", "/doctor/followups"],
      ["Assistants", "/doctor/assistants"],
    ],
  },
  {
    area: "/desk/today",
    login: "/desk/login",
    entries: [
      ["Today", "/desk/today"],
      ["Appointments", "/desk/requests"],
      ["Profile", "/desk/account"],
      ["Password and devices", "/desk/password"],
    ],
  },
  {
    area: "/admin/home/dashboard",
    login: "/admin/login",
    entries: [
      ["Dashboard", "/admin/home/dashboard"],
      ["User's List", "/admin/userlist"],
      ["Doctor's List", "/admin/doctorlist"],
      ["Hospitals and pharmacies", "/admin/home/workerslist?category=Hospital"],
      ["All bookings", "/admin/home/orderslist"],
      ["Pending Request", "/admin/pendingrequest"],
      ["Blood Donor's List", "/admin/blooddonors"],
      ["Blood Request", "/admin/bloodrequests"],
    ],
  },
] as const;

for (const { area, login, entries } of sidebars) {
  test(`the sidebar of ${area} has its entries, folds, and logs out`, async ({ page, request }) => {
    if (area.startsWith("/doctor/")) await signInAsDoctor(page);
    else if (area.startsWith("/desk/")) await signInAtDesk(page);
    else await signInAsAdmin(page, await adminToken(request));
    await page.goto(area);
    await hydrated(page);
    const sidebar = page.getByRole("navigation", { name: "Main navigation" });
    for (const [name, target] of entries) {
      await expect(sidebar.getByRole("link", { name, exact: true })).toHaveAttribute("href", target);
    }
    const wide = await sidebar.evaluate((element) => element.clientWidth);
    await page.getByRole("button", { name: "Close the sidebar" }).click();
    await expect(page.getByRole("button", { name: "Open the sidebar" })).toBeVisible();
    await expect.poll(() => sidebar.evaluate((element) => element.clientWidth)).toBeLessThan(wide / 2);
    await sidebar.getByRole("button", { name: "Logout" }).click();
    await expect(page).toHaveURL(login);
    await expect.poll(() => page.evaluate(() => window.localStorage.length)).toBe(0);
  });
}

test("on a phone the sidebar is a sheet", async ({ page }) => {
  await page.setViewportSize(phone);
  await signInAsAdmin(page);
  await page.goto("/admin/home/dashboard");
  await hydrated(page);
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "User's List" }).click();
  await expect(page).toHaveURL("/admin/userlist");
  await expect(page.getByRole("dialog")).toBeHidden();
});
