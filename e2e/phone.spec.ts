/** Phone messages: a number is verified by a code, and logs in by one. With a separate program, and a provider that only records. */
import { createHmac } from "node:crypto";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { expectAccessible } from "./accessible";
import { dayIn, instantOf } from "./clock";
import { expect, test } from "./fixtures";
import { freePort, root } from "./installation";
import { mailedLink, newUser, signInAsUser } from "./people";
import { devices, hydrated } from "./site";
import { textsIn } from "./texts";

const secret = "a secret of the browser tests, long";
const providerPort = freePort();
const ownProgram = {
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
const came: Came[] = [];
let provider: Server;

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

test.beforeAll(() => {
  provider = listen();
});

test.afterAll(() => {
  provider.close();
});

/** The code in the latest message to a number, once there are `count`. */
async function codeTo(number: string, count: number): Promise<string> {
  const codes = () => came.filter(({ kind, to }) => kind === "code" && to === `+91${number}`);
  await expect.poll(() => codes().length, { message: `codes to ${number}` }).toBe(count);
  return codes().at(-1)?.variables[0] ?? "";
}

for (const { language, viewport } of devices) {
  test.describe(`in ${language} at ${viewport.width}`, () => {
    test.use({ viewport, language, ownProgram, expectedComplaints: [/status of 4(01|22)/] });
    const t = textsIn(language);

    test("a number is proved by a code, and then signs in by one", async ({ page, elsewhere }) => {
      const user = await newUser(page.request);
      await signInAsUser(page, user);
      await page.goto("/user/profile");
      const card = page.getByRole("region", { name: t("messages_title"), exact: true });
      await card.getByRole("button", { name: t("phone_code_send"), exact: true }).click();
      const code = await codeTo(user.phone_number, 1);
      const field = card.getByLabel(t("two_factor_code"), { exact: true });
      await field.fill(code === "000000" ? "000001" : "000000");
      await card.getByRole("button", { name: t("messages_confirm_number"), exact: true }).click();
      await expect(field).toHaveAttribute("aria-invalid", "true");
      await expectAccessible(page);
      await field.fill(code);
      await card.getByRole("button", { name: t("messages_confirm_number"), exact: true }).click();
      const sms = card.getByLabel(t("messages_sms"), { exact: true });
      await sms.check({ force: true });
      await expect(card.getByText(t("messages_status_sent")).first()).toBeVisible();
      await expectAccessible(page);
      await page.reload();
      await expect(sms).toBeChecked();

      const other = await elsewhere();
      await other.goto("/login");
      await other.getByRole("link", { name: t("code_login_link"), exact: true }).click();
      await hydrated(other);
      await expectAccessible(other);
      await other.getByLabel(t("field_phone_number"), { exact: true }).fill(user.phone_number);
      await other.getByRole("button", { name: t("phone_code_send"), exact: true }).click();
      const typed = other.getByLabel(t("two_factor_code"), { exact: true });
      await typed.fill(await codeTo(user.phone_number, 2));
      await expectAccessible(other);
      await other.getByRole("button", { name: t("login_button"), exact: true }).click();
      await expect(other).toHaveURL("/");
      await other.goto("/user/profile");
      await expect(other.getByText(user.email).first()).toBeVisible();
    });

    test("on a new device, long after, a mailed link signs in beside the code", async ({
      page,
      elsewhere,
      moveTo,
    }) => {
      const user = await newUser(page.request);
      await signInAsUser(page, user);
      await page.goto("/user/profile");
      const card = page.getByRole("region", { name: t("messages_title"), exact: true });
      await card.getByRole("button", { name: t("phone_code_send"), exact: true }).click();
      await card.getByLabel(t("two_factor_code"), { exact: true }).fill(await codeTo(user.phone_number, 1));
      await card.getByRole("button", { name: t("messages_confirm_number"), exact: true }).click();
      await expect(card.getByLabel(t("messages_sms"), { exact: true })).toBeVisible();

      await moveTo(instantOf(dayIn(61), "09:30"));
      const other = await elsewhere();
      await other.goto("/login/code");
      await hydrated(other);
      await other.getByLabel(t("field_phone_number"), { exact: true }).fill(user.phone_number);
      await other.getByRole("button", { name: t("phone_code_send"), exact: true }).click();
      await other.getByLabel(t("two_factor_code"), { exact: true }).fill(await codeTo(user.phone_number, 2));
      await other.getByRole("button", { name: t("login_button"), exact: true }).click();
      await expect(other.getByLabel(t("field_password"), { exact: true })).toBeVisible();
      await expectAccessible(other);
      await other.getByRole("button", { name: t("code_login_send_link"), exact: true }).click();
      await expect(other.getByRole("heading", { name: t("code_login_link_sent_title") })).toBeVisible();
      await expectAccessible(other);
      await other.goto(await mailedLink(user.email, "/login/link"));
      await hydrated(other);
      await expectAccessible(other);
      await other.getByRole("button", { name: t("login_button"), exact: true }).click();
      await expect(other).toHaveURL("/");
      await other.goto("/user/profile");
      await expect(other.getByText(user.email).first()).toBeVisible();
    });

    test("who never proved a number is told the same, and gets no code", async ({ page }) => {
      const user = await newUser(page.request);
      await page.goto("/login/code");
      await hydrated(page);
      await page.getByLabel(t("field_phone_number"), { exact: true }).fill(user.phone_number);
      await page.getByRole("button", { name: t("phone_code_send"), exact: true }).click();
      await page.getByLabel(t("two_factor_code"), { exact: true }).fill("123456");
      await page.getByRole("button", { name: t("login_button"), exact: true }).click();
      await expect(page.getByLabel(t("two_factor_code"), { exact: true })).toHaveAttribute(
        "aria-invalid",
        "true",
      );
      expect(came.filter(({ to }) => to === `+91${user.phone_number}`)).toEqual([]);
    });
  });
}
