/** For programs that send messages to phones: a provider that records them, and the codes sent to a number. */
import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures";
import { freePort, root } from "./installation";
import { hydrated } from "./site";
import type { textsIn } from "./texts";

const secret = "a secret of the browser tests, long";
const providerPort = freePort();
/** The settings of a program whose messages go to the provider. */
export const withProvider = {
  DOCCARE_MESSAGES_URL: `http://127.0.0.1:${providerPort}/send`,
  DOCCARE_MESSAGES_LOOPBACK: "on",
  DOCCARE_MESSAGES_SECRET: secret,
  DOCCARE_MESSAGES_ENTITY: "1101234567890123456",
  DOCCARE_MESSAGES_HEADER: "DOCCAR",
  DOCCARE_MESSAGES_CHANNELS: "sms,whatsapp",
  DOCCARE_MESSAGES_TEMPLATES: join(root, "docs/message-templates.example.json"),
};

interface Came {
  id: string;
  kind: string;
  to: string;
  variables: string[];
}

/** The messages that the provider received. */
export const came: Came[] = [];

function listen(): Server {
  const server = createServer((request, answer) => {
    let body = "";
    request.on("data", (part) => {
      body += part;
    });
    request.on("end", () => {
      const [, time = "", signature] =
        /^t=(\d+),v1=(\w+)$/.exec(String(request.headers["x-doccare-signature"])) ?? [];
      const expected = createHmac("sha256", secret).update(`${time}.${body}`).digest("hex");
      answer.statusCode = signature === expected ? 202 : 401;
      if (signature === expected) came.push(JSON.parse(body));
      answer.end();
    });
  });
  return server.listen(Number(providerPort), "127.0.0.1");
}

/** Runs the provider for the tests of a file or group. */
export function startProvider(): void {
  let server: Server;
  test.beforeAll(() => {
    server = listen();
  });
  test.afterAll(() => {
    server.close();
  });
}

/** The code in a number's latest message, once it has got this many. */
export async function codeTo(number: string, count: number): Promise<string> {
  const codes = () => came.filter(({ kind, to }) => kind === "code" && to === `+91${number}`);
  await expect.poll(() => codes().length, { message: `codes to ${number}` }).toBe(count);
  return codes().at(-1)?.variables[0] ?? "";
}

/** Enters the code at /login/code; the account may then be asked for more. `count`: codes to the number, with this one. */
export async function logInByCode(
  page: Page,
  t: ReturnType<typeof textsIn>,
  number: string,
  count: number,
): Promise<void> {
  await page.goto("/login/code");
  await hydrated(page);
  await page.getByLabel(t("field_phone_number"), { exact: true }).fill(number);
  await page.getByRole("button", { name: t("phone_code_send"), exact: true }).click();
  await page.getByLabel(t("two_factor_code"), { exact: true }).fill(await codeTo(number, count));
  await page.getByRole("button", { name: t("code_login_continue"), exact: true }).click();
}
