/** The administrators of the installation under test. */
import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { fileURLToPath } from "node:url";
import type { APIRequestContext, Page } from "@playwright/test";
import { admin, serverEnv } from "./installation";

const program = fileURLToPath(new URL("../target/release/doccare", import.meta.url));

type Login = typeof admin;
type Headers = { Authorization: string };

/** One more, made on the command line, for what must not happen to the one whom all journeys share. */
export function newAdmin(): Login {
  const login = { email: `admin-${randomUUID()}@example.com`, password: "a password of their own" };
  const env = { ...serverEnv, DOCCARE_ADMIN_PASSWORD: login.password };
  execFileSync(program, ["admin", "create", login.email], { env });
  return login;
}

/** For calls in an administrator's name. */
export async function adminHeaders(request: APIRequestContext, login = admin): Promise<Headers> {
  const answer = await request.post("/admin/api/login", { data: login });
  return { Authorization: `Bearer ${(await answer.json()).token}` };
}

/** Signed in on this device, with a token that the server knows. */
export async function signInAsAdmin(page: Page, login = admin): Promise<{ headers: Headers }> {
  const headers = await adminHeaders(page.request, login);
  const token = headers.Authorization.replace("Bearer ", "");
  await page.addInitScript((adminToken) => window.localStorage.setItem("adminToken", adminToken), token);
  return { headers };
}
