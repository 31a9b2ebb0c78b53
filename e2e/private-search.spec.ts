import type { Page } from "@playwright/test";
import { exportList, signInAsAdmin } from "./admins";
import { bookVisit, decide } from "./clinic";
import { expect, test } from "./fixtures";
import { newName, newPerson, newUser } from "./people";
import { closed, hydrated } from "./site";
import { textsIn } from "./texts";
import { signInAsDoctor } from "./workers";

const t = textsIn("en");

/** The addresses and referers that a proxy between the browser and the server could log, and the searches sent in headers. */
function watch(page: Page) {
  const [addresses, searches]: [string[], string[]] = [[], []];
  page.on("request", (request) => {
    const { referer = "", "x-search": search } = request.headers();
    // Browsers do not send the part after the `#`.
    const sent = request.url().split("#", 1) + referer;
    addresses.push(decodeURIComponent(sent.replaceAll("+", " ")));
    if (search) searches.push(decodeURIComponent(search));
  });
  return { addresses, searches };
}

const searchField = (page: Page, key: string) => page.getByRole("searchbox", { name: t(key), exact: true });
const row = (page: Page, text: string) => page.getByRole("row").filter({ hasText: text });

test("whom an administrator searches for stands in no address that is sent, also after a reload", async ({
  page,
  request,
}) => {
  const person = { ...newPerson(), username: newName("ആശ") };
  expect((await request.post("/user/api/register", { data: person })).status()).toBe(201);
  const { username, phone_number } = person;
  await signInAsAdmin(page);
  const { addresses, searches } = watch(page);
  await page.goto("/admin/home/dashboard");
  await hydrated(page);
  await expect(page.getByRole("table").last()).toBeVisible();
  // Scrolled down: the found list is shown from its beginning.
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await page.getByRole("combobox", { name: t("admin_search_label") }).fill(username);
  await page.getByRole("option", { name: username }).click();

  const found = `#${new URLSearchParams({ q: username })}`;
  const details = page.getByRole("dialog", { name: t("admin_user_title"), exact: true });
  await expect(details).toContainText(person.email);
  await expect(page).toHaveURL((url) => url.pathname === "/admin/userlist" && url.hash === found);
  await page.reload();
  await expect(details).toContainText(person.email);
  await page.keyboard.press("Escape");
  await expect(details).toBeHidden();
  await expect(page).toHaveURL(`/admin/userlist${found}`);
  await expect(searchField(page, "admin_users_search")).toHaveValue(username);
  await expect(page.getByRole("rowheader")).toHaveText([username]);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  await page.getByLabel(t("admin_sort"), { exact: true }).selectOption("name");
  await expect(page).toHaveURL(`/admin/userlist?sort=name${found}`);
  await searchField(page, "admin_users_search").fill(phone_number);
  await expect(page).toHaveURL(`/admin/userlist?sort=name#q=${phone_number}`);
  await page.reload();
  await expect(page.getByRole("rowheader")).toHaveText([username]);
  const download = page.waitForEvent("download");
  await exportList(page, t);
  await download;
  await closed(page);
  await page.goBack();
  await expect(page).toHaveURL("/admin/home/dashboard");
  await page.goForward();
  await expect(page.getByRole("rowheader")).toHaveText([username]);

  expect(new Set(searches)).toEqual(new Set([username, phone_number]));
  expect(addresses.filter((address) => address.includes("/admin/api/userdata")).length).toBeGreaterThan(4);
  const telling = (address: string) =>
    /[?&](q|cursor)=/.test(address) || address.includes(username) || address.includes(phone_number);
  expect(addresses.filter(telling)).toEqual([]);
});

test("whom a doctor searches for stands in no address that is sent, also after a reload", async ({
  page,
  request,
}) => {
  const [doctor, user] = await Promise.all([signInAsDoctor(page), newUser(request)]);
  const wanted = await bookVisit(request, doctor.id, { user });
  const other = await bookVisit(request, doctor.id, { user });
  const { addresses, searches } = watch(page);
  await page.goto("/doctor/appointments");
  await expect(row(page, other.name)).toBeVisible();
  await searchField(page, "clinic_search").fill(wanted.name);
  await expect(row(page, other.name)).toBeHidden();
  await page.reload();
  await expect(row(page, wanted.name)).toBeVisible();
  await expect(row(page, other.name)).toBeHidden();

  await Promise.all([decide(request, doctor, "reject", wanted), decide(request, doctor, "reject", other)]);
  await page.goto("/doctor/previousappointment");
  await expect(row(page, other.name)).toBeVisible();
  await searchField(page, "clinic_search").fill(wanted.name);
  await expect(row(page, other.name)).toBeHidden();
  await page.reload();
  await expect(row(page, wanted.name)).toBeVisible();
  expect(new Set(searches)).toEqual(new Set([wanted.name]));
  expect(addresses.filter((address) => address.includes(wanted.name))).toEqual([]);
});

test("an old bookmark of a search is moved behind the # at once, and sent no more", async ({
  page,
  request,
}) => {
  const user = await newUser(request);
  await signInAsAdmin(page);
  await page.goto(`/admin/userlist?q=${user.phone_number}&user=${user.id}`);
  const address = `/admin/userlist?user=${user.id}#q=${user.phone_number}`;
  await expect(page).toHaveURL(address);
  await expect(page.getByRole("dialog")).toContainText(user.email);
  const { addresses } = watch(page);
  await page.reload();
  await expect(page.getByRole("dialog")).toContainText(user.email);
  await expect(page).toHaveURL(address);
  expect(addresses.filter((sent) => sent.includes(user.phone_number))).toEqual([]);
});
