/** Notifications (decision 0092): shows what the server pushed, and opens its page when it is pressed. */

declare const self: ServiceWorkerGlobalScope;

/** What the server sends, encrypted; the browser has decrypted it. In the language of its reader. */
interface Pushed {
  title: string;
  body: string;
  /** A path of this site. */
  page: string;
  lang: string;
  /** A later notification with the same tag takes the place of an earlier one. */
  tag: string;
}

self.addEventListener("push", (event) => event.waitUntil(show(event.data)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(addressOf(event.notification.data)));
});

/** Browsers end the subscription of a site that shows nothing, so an empty message is shown too. */
function show(data: PushMessageData | null): Promise<void> {
  const { title, body, page, lang, tag }: Partial<Pushed> = data?.json() ?? {};
  return self.registration.showNotification(title ?? "Doc Care", {
    ...(body && { body }),
    ...(lang && { lang }),
    // In the place of an earlier one, and with a sound again.
    ...(tag && { tag, renotify: true }),
    icon: "/icon-192.png",
    badge: "/icon-192.png",
    data: page,
  });
}

/** Of this site, whatever was sent. */
function addressOf(page: unknown): URL {
  const { origin } = self.location;
  const address = new URL(typeof page === "string" ? page : "/", origin);
  return address.origin === origin ? address : new URL("/", origin);
}

/** A tab that shows the page already is only brought to the front; no other tab is changed, which may have unsaved input. */
async function open({ href }: URL): Promise<void> {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const shown = pages.find(({ url }) => url === href);
  await (shown ? shown.focus() : self.clients.openWindow(href));
}

/**
 * An account has left this device. Its notifications on the screen lead to pages of its visits. The browser's one subscription may be of
 * another account that is still signed in; the server has ended that of the session.
 */
export async function endNotifications(isLast: boolean): Promise<void> {
  for (const notification of await self.registration.getNotifications()) notification.close();
  const subscription = isLast && (await self.registration.pushManager?.getSubscription());
  if (subscription) await subscription.unsubscribe();
}
