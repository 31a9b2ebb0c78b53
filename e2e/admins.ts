/** The administrators of the installation under test. */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { admin, type Installation, program, underTest } from "./installation";
import { remember } from "./site";

type Login = typeof admin;
type Headers = { Authorization: string };

/** A new administrator, for tests that would break the shared one (a logout, a changed password). */
export function newAdmin(): Login {
  const login = { email: `admin-${randomUUID()}@example.com`, password: "a password of their own" };
  const { settings } = underTest();
  const env = { ...settings, DOCCARE_ADMIN_EMAIL: login.email, DOCCARE_ADMIN_PASSWORD: login.password };
  execFileSync(program, ["admin", "create", login.email], { env, stdio: "pipe" });
  return login;
}

/** A new session, not shared with other tests: a test may end it. */
export async function adminToken(request: APIRequestContext, login = admin): Promise<string> {
  const answer = await request.post("/admin/api/login", { data: login });
  return (await answer.json()).token;
}

const sharedTokens = new WeakMap<Installation, Promise<string>>();

function sharedToken(request: APIRequestContext): Promise<string> {
  const token = sharedTokens.get(underTest()) ?? adminToken(request);
  sharedTokens.set(underTest(), token);
  return token;
}

/** Headers for calls as the shared administrator. */
export async function adminHeaders(request: APIRequestContext): Promise<Headers> {
  return { Authorization: `Bearer ${await sharedToken(request)}` };
}

/** Exports a list as a file, which requires the administrator's password. */
export async function exportList(page: Page, t: (key: string) => string): Promise<void> {
  await page.getByRole("button", { name: t("admin_export"), exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t("step_up_password"), { exact: true }).fill(admin.password);
  await dialog.getByRole("button", { name: t("admin_export"), exact: true }).click();
}

/** Signed in on this device, by default with the session that all tests of this process share. */
export async function signInAsAdmin(page: Page, token?: string): Promise<void> {
  await remember(page, { adminToken: token ?? (await sharedToken(page.request)) });
}
