/** Users of the installation under test, and the mails that they get. */
import { randomInt, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext, Page } from "@playwright/test";
import { expect } from "./fixtures";
import { dataDir } from "./installation";

export interface Person {
  username: string;
  email: string;
  phone_number: string;
  password: string;
}

export function newPerson(): Person {
  return {
    username: "Asha Nair",
    email: `asha-${randomUUID()}@example.com`,
    phone_number: `9${String(randomInt(1e9)).padStart(9, "0")}`,
    password: "a password for tests",
  };
}

export async function registered(request: APIRequestContext): Promise<Person> {
  const person = newPerson();
  const answer = await request.post("/user/api/register", { data: person });
  expect(answer.status()).toBe(201);
  return person;
}

/** A new user who is signed in on this device, with a token that the server knows. */
export async function signInAsUser(page: Page): Promise<Person> {
  const person = await registered(page.request);
  const { email, password } = person;
  const answer = await page.request.post("/user/api/login", { data: { email, password } });
  const { token, data } = await answer.json();
  await page.addInitScript(
    ([userToken, userId]) => {
      window.localStorage.setItem("userToken", userToken);
      window.localStorage.setItem("userId", userId);
    },
    [token, data._id] as const,
  );
  return person;
}

function decoded(part: string): string {
  const [head = "", ...rest] = part.split(/\r?\n\r?\n/);
  const body = rest.join("\n\n");
  const encoding = /content-transfer-encoding:\s*([\w-]+)/i.exec(head)?.[1]?.toLowerCase();
  if (encoding === "base64") return Buffer.from(body, "base64").toString("utf8");
  if (encoding !== "quoted-printable") return body;
  const bytes = body
    .replace(/=\r?\n/g, "")
    .replace(/=([0-9A-F]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/** The parts of a mail as people read them. */
function textOf(mail: string): string {
  const boundaries = [...mail.matchAll(/boundary="?([^"\r\n;]+)"?/gi)].map(([, boundary]) => `--${boundary}`);
  let parts = [mail];
  for (const boundary of boundaries) parts = parts.flatMap((part) => part.split(boundary));
  return parts.map((part) => decoded(part.trimStart())).join("\n");
}

/** The mails to an address, as people read them. */
export function mailsTo(email: string): string[] {
  const folder = join(dataDir, "mails");
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".eml")) : [];
  return files
    .map((file) => readFileSync(join(folder, file), "utf8"))
    .filter((mail) => mail.includes(email))
    .map(textOf);
}

/** Where the mailed link to a new password leads, once the mail is there. */
export async function mailedResetLink(email: string): Promise<string> {
  let link: string | undefined;
  await expect
    .poll(
      () => {
        link = mailsTo(email)
          .map((mail) => /\/resetpassword#[\w.~-]+/.exec(mail)?.[0])
          .find(Boolean);
        return link;
      },
      { message: "a mail with a link", timeout: 15_000 },
    )
    .toBeTruthy();
  return link ?? "";
}
