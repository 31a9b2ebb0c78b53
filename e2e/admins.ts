/** The administrators of the installation under test. */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import type { APIRequestContext, Page } from "@playwright/test";
import { admin, type Installation, program, underTest } from "./installation";
import { remember } from "./site";

type Login = typeof admin;
type Headers = { Authorization: string };

/** One more, made on the command line, for what must not happen to the one whom all journeys share. */
export function newAdmin(): Login {
  const login = { email: `admin-${randomUUID()}@example.com`, password: "a password of their own" };
  const { settings } = underTest();
  const env = { ...settings, DOCCARE_ADMIN_EMAIL: login.email, DOCCARE_ADMIN_PASSWORD: login.password };
  execFileSync(program, ["admin", "create", login.email], { env, stdio: "pipe" });
  return login;
}

/** A session that nobody else has: it may be ended. */
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

/** For calls in an administrator's name. */
export async function adminHeaders(request: APIRequestContext): Promise<Headers> {
  return { Authorization: `Bearer ${await sharedToken(request)}` };
}

/** Takes a list away as a file: asks for the administrator's password. */
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
