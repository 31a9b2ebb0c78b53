/**
 * The service worker: pages and what patients saw, for times without a connection. The build makes one file of it (`build/worker.mjs`),
 * with the version of the whole web app in it.
 *
 * A copy is only used by the program that stored it: every response says the server's version, and one of another version
 * deletes all copies. Writes and the staff's data never pass through here.
 */
import type { FromWorker, NewerAnswer, ToWorker, UsedFiles } from "../lib/worker-messages";
import { endNotifications } from "./push";
import { servedVersion, version } from "./version";

declare const self: ServiceWorkerGlobalScope;

/** Scripts, pictures, and the page without content in which every address can be rendered. Nothing personal. */
const programCache = `program-${version}`;
/** Pages and answers as they were seen last. Deleted when an account leaves the device. */
const seenCache = `seen-${version}`;

/** An address whose HTML is the page without content. */
const shell = "/user/bookings";

const PAGE_WAIT_MS = 3_000;
const ANSWER_WAIT_MS = 6_000;
const MAX_COPIES = 80;
/** As long as a session lasts without use. */
const COPY_TTL_MS = 30 * 24 * 3_600_000;

/** Calls whose answers are kept: public lists and pages, a patient's own visits, and the queue of a link. No free slots: old ones mislead. */
const keptCalls = [
  /^\/user\/api\/(blood\/facts|consultations\/phone|finddoctors|holidays|hospitals|pharmacies|reference|visit)$/,
  /^\/user\/api\/doctor\/[^/]+$/,
  /^\/user\/api\/previous\/booking\/[^/]+$/,
  /^\/user\/api\/user\/(claims|followups|moves|waitlist)\/[^/]+$/,
];

/** Searches that may hold names and numbers of people come in these headers, and are not kept. */
const privateHeaders = ["X-Search", "X-Cursor", "X-Doctor"];

self.addEventListener("install", (event) => event.waitUntil(install()));
self.addEventListener("activate", (event) => {
  tookOverAt = Date.now();
  takingOver = takeOver();
  event.waitUntil(takingOver);
});

/** Lost when the browser stops the worker; by then the pages that were open have been answered. */
let tookOverAt = 0;
let takingOver = Promise.resolve();

async function install(): Promise<void> {
  await storeShell();
  await self.skipWaiting();
}

async function deleteShell(): Promise<void> {
  await (await caches.open(programCache)).delete(shell, { ignoreVary: true });
}

async function storeShell(): Promise<void> {
  const page = await fetch(shell, { cache: "no-cache" });
  // Of several instances of the program one may be newer: the browser installs again at a later navigation.
  if (!page.ok || servedVersion(page) !== version) throw new Error("the server has another version");
  await (await caches.open(programCache)).put(shell, page);
}

/** At once, also under open pages: they use the network first, and the scripts of a version have names of their own. */
async function takeOver(): Promise<void> {
  await self.registration.navigationPreload?.enable();
  const others = (await caches.keys()).filter((name) => name !== programCache && name !== seenCache);
  await Promise.all(others.map((name) => caches.delete(name)));
  await self.clients.claim();
  const message: FromWorker = { version, hasTakenOver: true, isNew: true };
  for (const page of await self.clients.matchAll()) page.postMessage(message);
}

/** How often an account left. What was asked for before that is not stored after it. */
let departures = 0;

self.addEventListener("message", (event) => {
  const message: ToWorker = event.data;
  if (message.kind === "forget") {
    departures += 1;
    event.waitUntil(Promise.all([caches.delete(seenCache), endNotifications(message.isLast)]));
  } else if (message.kind === "language") {
    event.waitUntil(Promise.all([caches.delete(seenCache), deleteShell()]));
  } else if (message.kind === "program") {
    event.waitUntil(meet(message, event.source));
  } else if (message.kind === "answer") {
    event.waitUntil(storeNewerAnswer(message));
  }
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate") event.respondWith(pageOf(event, pathname));
  else if (pathname.startsWith("/assets/")) event.respondWith(assetOf(event));
  else if (isKept(request, pathname)) event.respondWith(answerOf(event));
});

function isKept({ headers }: Request, pathname: string): boolean {
  return keptCalls.some((call) => call.test(pathname)) && !privateHeaders.some((name) => headers.has(name));
}

/** The response, if it comes in time. */
function inTime(coming: Promise<Response>, wait: number): Promise<Response | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, wait));
  return Promise.race([coming.catch(() => undefined), late]);
}

/** Whether it is a response of this version; a proxy's names none. After a response of another version all copies are deleted. */
async function isStorable(response: Response): Promise<boolean> {
  const served = servedVersion(response);
  if (served !== null && served !== version) {
    await Promise.all([caches.delete(programCache), caches.delete(seenCache)]);
    void self.registration.update().catch(() => undefined);
    return false;
  }
  return response.ok && response.headers.has("Doccare-Version");
}

/** Of an address without its fragment, which may be the token of a link. */
function keyOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}

async function store(key: string, response: Response, before: number): Promise<void> {
  const cache = await caches.open(seenCache);
  if (before !== departures) return;
  await cache.put(key, response);
  // In the order of storing. A patient's own visits stay, however many lists were seen since.
  const keys = (await cache.keys()).filter(({ url }) => !isOwn(url));
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX_COPIES)).map((old) => cache.delete(old)));
}

/** When the server answered, by its own clock. */
const answeredAt = ({ headers }: Response) => Date.parse(headers.get("Date") ?? "");

async function seen(key: string): Promise<Response | undefined> {
  const copy = await caches.match(key, { cacheName: seenCache, ignoreVary: true });
  return copy && Date.now() - answeredAt(copy) < COPY_TTL_MS ? copy : undefined;
}

/** What can be opened in a tab and is no page of the app: the API and its description, photos and other files. */
const isFile = (pathname: string) => /^\/(((user|admin)\/)?api|photos)\/|\.\w+$/.test(pathname);

async function pageOf(event: FetchEvent, pathname: string): Promise<Response> {
  const { request } = event;
  const coming = Promise.resolve(event.preloadResponse).then((early) => early ?? fetch(request));
  if (isFile(pathname)) return coming;
  const key = keyOf(request.url);
  const before = departures;
  const kept = coming.then((response) => keepPage(key, response.clone(), before));
  event.waitUntil(kept.catch(() => undefined));
  return (await inTime(coming, PAGE_WAIT_MS)) ?? (await copyOfPage(key)) ?? coming;
}

/** Of the pages only the one without content announces the scripts of its route. */
const isShell = ({ headers }: Response) => headers.has("Link");

async function keepPage(key: string, response: Response, before: number): Promise<void> {
  if ([404, 410].includes(response.status))
    await (await caches.open(seenCache)).delete(key, { ignoreVary: true });
  if (!(await isStorable(response)) || !response.headers.get("Content-Type")?.startsWith("text/html")) return;
  const program = await caches.open(programCache);
  if (isShell(response)) await program.put(shell, response);
  else await store(key, response, before);
  // Deleted while another version was served, as during an upgrade of several instances.
  if (!(await program.match(shell, { ignoreVary: true }))) await storeShell();
}

/** The last copy, or the page without content, in which the app renders the address. Its `html` element says which. */
async function copyOfPage(key: string): Promise<Response | undefined> {
  const copy = await seen(key);
  const page = copy ?? (await caches.match(shell, { cacheName: programCache, ignoreVary: true }));
  if (!page) return undefined;
  const html = (await page.text()).replace("<html ", `<html data-copy="${copy ? answeredAt(copy) : ""}" `);
  return new Response(html, { headers: plainHeaders(page) });
}

/** The body of a stored response is decoded. */
function plainHeaders({ headers }: Response): Headers {
  const plain = new Headers(headers);
  for (const name of ["Content-Encoding", "Content-Length", "Link"]) plain.delete(name);
  return plain;
}

/** Their names change with their content. */
async function assetOf(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cache = await caches.open(programCache);
  const kept = await cache.match(request.url, { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) event.waitUntil(cache.put(request.url, response.clone()));
  return response;
}

/** A page that was opened before the worker took over asks again for what it shows. */
async function meet({ files, age }: UsedFiles, page: ExtendableMessageEvent["source"]): Promise<void> {
  const isNew = Date.now() - age < tookOverAt;
  await takingOver;
  const answer: FromWorker = { version, hasTakenOver: false, isNew };
  page?.postMessage(answer);
  const cache = await caches.open(programCache);
  await Promise.all(
    files.map(async (file) => {
      if (await cache.match(file, { ignoreVary: true })) return;
      const response = await fetch(file);
      if (response.ok) await cache.put(file, response);
    }),
  );
}

/** With a digest of the token, so that only a request with the same token gets the copy. */
async function keyOfAnswer(url: string, token: string | null): Promise<string> {
  const key = keyOf(url);
  if (!token) return key;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(token));
  const name = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return `${key}${key.includes("?") ? "&" : "?"}${name}`;
}

/** Whether a copy's address ends with the digest of a token. */
const isOwn = (url: string) => /[0-9a-f]{64}$/.test(url);

async function answerOf(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const before = departures;
  const coming = fetch(request);
  const keeping = keyOfAnswer(request.url, request.headers.get("Authorization"));
  const kept = coming.then(async (response) => keepAnswer(await keeping, response.clone(), before));
  event.waitUntil(kept.catch(() => undefined));
  const answer = await inTime(coming, ANSWER_WAIT_MS);
  if (answer) return answer;
  const copy = await seen(await keeping);
  if (!copy) return coming;
  const headers = plainHeaders(copy);
  headers.set("X-As-Of", `${answeredAt(copy)}`);
  return new Response(copy.body, { headers });
}

/** What the server refuses, such as the visit of a link that has ended, is forgotten. */
async function keepAnswer(key: string, response: Response, before: number): Promise<void> {
  const isRefused = [401, 403, 404, 410].includes(response.status);
  if (isRefused) await (await caches.open(seenCache)).delete(key, { ignoreVary: true });
  if (await isStorable(response)) await store(key, response, before);
}

/** Replaces the copy of a response by the state of an event. */
async function storeNewerAnswer({ version: of, path, token, body, at }: NewerAnswer): Promise<void> {
  if (of !== version) return;
  const before = departures;
  const key = await keyOfAnswer(new URL(path, self.location.href).href, `Bearer ${token}`);
  const copy = await seen(key);
  if (!copy) return;
  const headers = plainHeaders(copy);
  headers.set("Date", new Date(at).toUTCString());
  await store(key, new Response(JSON.stringify(body), { headers }), before);
}
