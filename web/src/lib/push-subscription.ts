/** This browser's subscription to notifications (W3C Push API). The server knows it by what `subscribe` returns. */
import { m } from "../messages";
import { Failure } from "./failure";

/** As the server takes it. */
interface Subscription {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Whether this browser can get notifications. On an iPhone only an installed site can. */
export function pushSupport(): "able" | "blocked" | "unable" {
  const isAble = "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
  if (!isAble) return "unable";
  return Notification.permission === "denied" ? "blocked" : "able";
}

/** The app registers its worker by itself, but perhaps not yet. */
async function registered(): Promise<ServiceWorkerRegistration> {
  const { serviceWorker } = navigator;
  await ((await serviceWorker.getRegistration()) ??
    serviceWorker.register("/sw.js", { updateViaCache: "none" }));
  return serviceWorker.ready;
}

async function ownSubscription(): Promise<PushSubscription | null | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return registration?.pushManager?.getSubscription();
}

export const isSubscribed = async () => Boolean(await ownSubscription());

export const unsubscribe = async () => (await ownSubscription())?.unsubscribe();

function base64url(bytes: ArrayBuffer): string {
  const text = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/**
 * Asks for the permission and subscribes with the server's key. Called by a press, because browsers show the question only then. A
 * subscription with an earlier key of the server is replaced.
 */
export async function subscribe(key: string): Promise<Subscription> {
  const permission = await Notification.requestPermission();
  // A question that was closed is asked again at the next press.
  if (permission === "default") throw new Failure(m.push_failed());
  if (permission === "denied") throw new Failure(m.push_blocked());
  try {
    const { pushManager } = await registered();
    const former = await pushManager.getSubscription();
    const formerKey = former?.options.applicationServerKey;
    if (former && formerKey && base64url(formerKey) !== key) await former.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { keys } = made.toJSON();
    return { endpoint: made.endpoint, p256dh: keys?.p256dh ?? "", auth: keys?.auth ?? "" };
  } catch {
    throw new Failure(m.push_failed());
  }
}
