/** Users of the installation under test, and their mails. */
import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { APIRequestContext, Page } from "@playwright/test";
import { expect } from "./fixtures";
import { underTest } from "./installation";
import { remember } from "./site";

/** A name that no other test, and no earlier one, uses. */
export function newName(first: string): string {
  const letters = Array.from(randomBytes(12), (byte) => String.fromCharCode(97 + (byte % 26)));
  return `${first} ${letters.join("")}`;
}

export const newEmail = (name: string) => `${name}-${randomUUID()}@example.com`;
export const newPhone = () => `9${String(randomInt(1e9)).padStart(9, "0")}`;

export interface Person {
  username: string;
  email: string;
  phone_number: string;
  password: string;
}

export function newPerson(): Person {
  return {
    username: "Asha Nair",
    email: newEmail("asha"),
    phone_number: newPhone(),
    password: "a password for tests",
  };
}

export async function registered(request: APIRequestContext): Promise<Person> {
  const person = newPerson();
  const answer = await request.post("/user/api/register", { data: person });
  expect(answer.status(), await answer.text()).toBe(201);
  return person;
}

/** A user with a valid token. */
export interface User extends Person {
  id: string;
  token: string;
  /** Headers for calls as the user. */
  headers: { Authorization: string };
}

export async function newUser(request: APIRequestContext): Promise<User> {
  const person = await registered(request);
  const { email, password } = person;
  const answer = await request.post("/user/api/login", { data: { email, password } });
  const { token, data } = await answer.json();
  return { ...person, id: data._id, token, headers: { Authorization: `Bearer ${token}` } };
}

/** A user, by default a new one, who is logged in on this device. */
export async function signInAsUser(page: Page, known?: User): Promise<User> {
  const user = known ?? (await newUser(page.request));
  await remember(page, { userToken: user.token, userId: user.id });
  return user;
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

/** The readable parts of a mail. */
function textOf(mail: string): string {
  const boundaries = [...mail.matchAll(/boundary="?([^"\r\n;]+)"?/gi)].map(([, boundary]) => `--${boundary}`);
  let parts = [mail];
  for (const boundary of boundaries) parts = parts.flatMap((part) => part.split(boundary));
  return parts.map((part) => decoded(part.trimStart())).join("\n");
}

/** Mails never change once they are there. */
const mailsRead = new Map<string, string>();

function readMail(path: string): string {
  const mail = mailsRead.get(path) ?? readFileSync(path, "utf8");
  mailsRead.set(path, mail);
  return mail;
}

/** The mails to an address, the earliest first, as readable text. */
export function mailsTo(email: string): string[] {
  const folder = join(underTest().dataDir, "mails");
  const files = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith(".eml")) : [];
  return files
    .sort()
    .map((file) => readMail(join(folder, file)))
    .filter((mail) => mail.includes(email))
    .map(textOf);
}

/** Waits until a mail with this text was sent to the address. */
export async function expectMail(email: string, text: string): Promise<void> {
  await expect.poll(() => mailsTo(email).join(), { message: `a mail to ${email}` }).toContain(text);
}

/** The target of the newest mailed link to a private page, once there are so many. Some have a query such as the role before the `#`. */
export async function mailedLink(email: string, page: string, mails = 1): Promise<string> {
  let links: (string | undefined)[] = [];
  await expect
    .poll(
      () => {
        const found = mailsTo(email).map(
          (mail) => new RegExp(`${page}(?:\\?[\\w=]+)?#[\\w.~-]+`).exec(mail)?.[0],
        );
        links = [...new Set(found.filter(Boolean))];
        return links.length;
      },
      { message: `mails to ${email} with a link to ${page}` },
    )
    .toBe(mails);
  return links.at(-1) ?? "";
}
