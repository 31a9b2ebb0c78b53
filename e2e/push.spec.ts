/**
 * Notifications: the program encrypts for a subscription of the test's, a foreign library decrypts, and Chromium's service worker shows what
 * it got. The browser's own push service is elsewhere, so the test takes its part, by the debugging protocol.
 */
import { createECDH, randomBytes } from "node:crypto";
import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { expectAccessible, expectToFit } from "./accessible";
import { chromiumFlags, wholeChromium } from "./chromium.mjs";
import { bookVisit, decide } from "./clinic";
import { expect, test } from "./fixtures";
import { freePort } from "./installation";
import { mailsTo, newUser, signInAsUser } from "./people";
import { devices } from "./site";
import { textsIn } from "./texts";
import { approvedDoctor } from "./workers";

/** RFC 8188 and 8291, by somebody else. */
const { decrypt }: { decrypt: (body: Buffer, keys: object) => Buffer } = createRequire(import.meta.url)(
  "http_ece",
);

const port = freePort();
/** The bodies that came to the push service. */
const came: Buffer[] = [];

function listen(): Server {
  const service = createServer(async (request, answer) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    came.push(Buffer.concat(parts));
    answer.writeHead(201).end();
  });
  return service.listen(Number(port), "127.0.0.1");
}

/** Chromium's worker gets a message as if it came from the browser's push service. */
async function deliver(page: Page, data: string): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    browser.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const [registration] = registrations;
      if (registration) resolve(registration.registrationId);
    });
  });
  await browser.send("ServiceWorker.enable");
  const registrationId = await registered;
  const { origin } = new URL(page.url());
  await browser.send("ServiceWorker.deliverPushMessage", { origin, registrationId, data });
}

/** What the worker shows. */
const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    const notifications = await registration.getNotifications();
    return notifications.map(({ title, body, data, lang }) => ({ title, body, page: data, lang }));
  });

/** Presses the notification, and returns the addresses that the worker opens; without a real press the browser would open none. */
async function press(page: Page): Promise<string[]> {
  const [worker] = page.context().serviceWorkers();
  if (!worker) throw new Error("no worker runs");
  return worker.evaluate(async () => {
    const opened: string[] = [];
    const scope = globalThis as unknown as ServiceWorkerScope;
    scope.clients.openWindow = async (address) => {
      opened.push(address);
      return null;
    };
    const [notification] = await scope.registration.getNotifications();
    const event = new scope.NotificationEvent("notificationclick", { notification });
    const waits: Promise<unknown>[] = [];
    // Only an event of the browser's may be waited for.
    event.waitUntil = (work) => waits.push(work);
    scope.dispatchEvent(event);
    await Promise.all(waits);
    return opened;
  });
}

/** As far as the test uses it; the types of workers and those of pages exclude each other. */
interface ServiceWorkerScope {
  clients: { openWindow: (address: string) => Promise<null> };
  registration: ServiceWorkerRegistration;
  NotificationEvent: new (
    type: string,
    init: object,
  ) => Event & { waitUntil: (work: Promise<unknown>) => void };
  dispatchEvent: (event: Event) => boolean;
}

// The browser without a window system refuses to show notifications.
test.use({ launchOptions: { executablePath: wholeChromium, args: chromiumFlags } });

for (const { language, viewport } of devices) {
  const t = textsIn(language);

  test.describe(`in ${language} at ${viewport.width} px`, () => {
    test.use({
      viewport,
      language,
      serviceWorkers: "allow",
      permissions: ["notifications"],
      ownProgram: { DOCCARE_PUSH_SERVICES: `http://127.0.0.1:${port}` },
    });

    let service: Server;
    test.beforeAll(() => {
      service = listen();
    });
    test.afterAll(() => {
      service.close();
    });

    test("a confirmed visit is pushed to the browser instead of mailed, and the device is ended in the settings", async ({
      page,
      request,
    }) => {
      const [doctor, user] = [await approvedDoctor(request), await newUser(request)];
      await signInAsUser(page, user);
      // Without a push service of its own the browser has no subscription: the test takes its part.
      await page.addInitScript(() => {
        PushManager.prototype.getSubscription = async () =>
          ({ unsubscribe: async () => true }) as PushSubscription;
      });
      await page.goto("/user/profile");
      await page.evaluate(() => navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" }));
      await page.evaluate(() => navigator.serviceWorker.ready);

      // The browser, as far as the push service and the program know it.
      const [browser, auth] = [createECDH("prime256v1"), randomBytes(16)];
      const subscription = {
        endpoint: `http://127.0.0.1:${port}/push/${user.id}`,
        p256dh: browser.generateKeys("base64url"),
        auth: auth.toString("base64url"),
      };
      const headers = { ...user.headers, "Accept-Language": language };
      const subscribed = await request.post("/user/api/push", { headers, data: subscription });
      expect(subscribed.ok(), await subscribed.text()).toBe(true);

      const before = came.length;
      const visit = await bookVisit(request, doctor.id, { user });
      await decide(request, doctor, "approve", visit);
      await expect.poll(() => came.length, { message: "pushes" }).toBe(before + 1);
      const body = came.at(-1) ?? Buffer.alloc(0);
      const opened = decrypt(body, { version: "aes128gcm", privateKey: browser, authSecret: auth });
      const { title, page: address } = JSON.parse(opened.toString());
      expect(title).toBe("Your appointment is confirmed");
      expect(mailsTo(user.email).filter((mail) => mail.includes(title))).toEqual([]);

      await deliver(page, opened.toString());
      await expect
        .poll(() => shown(page))
        .toEqual([
          {
            title,
            body: expect.stringContaining("The doctor expects you."),
            page: "/user/bookings",
            lang: "en",
          },
        ]);
      expect(await press(page)).toEqual([new URL(address, page.url()).href]);
      expect(await shown(page)).toEqual([]);

      // What is on the screen when the account leaves is closed.
      await deliver(page, opened.toString());
      await expect.poll(async () => (await shown(page)).length).toBe(1);
      await page.evaluate(async () => {
        const { active } = await navigator.serviceWorker.ready;
        active?.postMessage({ kind: "forget", isLast: true });
      });
      await expect.poll(() => shown(page)).toEqual([]);

      // The settings list the device.
      await page.reload();
      const card = page.getByRole("region", { name: t("push_title"), exact: true });
      await expect(card.getByText(t("security_this_device"))).toBeVisible();
      await expectAccessible(page);
      await expectToFit(page);
      await page.setViewportSize(viewport);
      await card.getByRole("button", { name: t("push_end"), exact: true }).click();
      await expect(card.getByRole("button", { name: t("push_turn_on"), exact: true })).toBeVisible();
      const { data } = await (await request.get("/user/api/push", { headers: user.headers })).json();
      expect(data.devices).toEqual([]);
    });
  });
}
