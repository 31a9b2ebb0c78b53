/** Entry of the prerender step: the routes, and public pages as HTML in both languages. */

import { type ReactNode, StrictMode } from "react";
import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router";
import { setEmbeddedResponses } from "../api/preloaded-responses";
import { buttonLook } from "../components/links";
import { documentTitle, headTags } from "../lib/head";
import { paths } from "../lib/paths";
import { m } from "../messages";
import { type Locale, setLocale } from "../messages/locale";
import { App } from "./app";
import { type AreaPage, pageOf } from "./areas/area";
import { isStaff, loadRoute, notFound, routeOf, routes } from "./routes";
import { queryClient } from "./scopes/query-client";
import { emptyTemplate, fillTemplate, templates } from "./templates";

export { templates };

/** Placeholder that the server replaces by its own origin. */
const origin = "https://doccare.invalid";

const isPublic = ({ description, isPrerendered }: AreaPage) => description !== undefined || isPrerendered;

/** Every route, with the source files of its chunks. */
export async function allRoutes() {
  await Promise.all([...routes, notFound].map(loadRoute));
  return [...routes, notFound].map((route) => ({
    path: route.path,
    isPublic: isPublic(pageOf(route)),
    files: [route.area.file, ...(isStaff(route.shell) ? ["src/app/shells/staff-shell.tsx"] : [])],
  }));
}

async function asHtml(element: ReactNode): Promise<string> {
  // One piece: React would otherwise send large boundaries late and move them with an inline script.
  const { prelude } = await prerender(element, { progressiveChunkSize: Number.POSITIVE_INFINITY });
  return new Response(prelude).text();
}

export async function renderPage(path: string, language: Locale, address = path) {
  setLocale(language);
  const page = pageOf(routeOf(path));
  const title = page.title();
  const html = await asHtml(
    <StrictMode>
      <StaticRouter location={address === notFound.path ? "/_not-found" : address}>
        <App />
      </StaticRouter>
    </StrictMode>,
  );
  // The cache's garbage collection timers would keep this process alive.
  queryClient.clear();
  return {
    html,
    title: documentTitle(title, path),
    tags: headTags({ title, description: page.description?.() }, origin, path),
  };
}

const appIcons = [
  { src: "/favicon.svg", type: "image/svg+xml", sizes: "any" },
  { src: "/icon-192.png", type: "image/png", sizes: "192x192" },
  { src: "/icon-512.png", type: "image/png", sizes: "512x512" },
  { src: "/icon-512.png", type: "image/png", sizes: "512x512", purpose: "maskable" },
];

/** Web app manifests by their files' names: of patients, and of the staff, whose app opens at the day's patients. */
export function manifests(language: Locale): Record<string, object> {
  setLocale(language);
  const icons = appIcons.slice(1, 2);
  const shortcut = (name: string, url: string) => ({ name, url, icons });
  const manifest = (start: string, shortcuts: object[]) => ({
    id: start,
    name: m.app_name(),
    short_name: m.app_name(),
    description: m.home_description(),
    lang: language,
    start_url: start,
    scope: paths.home,
    display: "standalone",
    background_color: "#f6faf9",
    theme_color: "#0b5f58",
    icons: appIcons,
    shortcuts,
  });
  const visits = shortcut(m.nav_bookings(), paths.userBookings);
  const blood = shortcut(m.blood_request_title(), paths.bloodRequest);
  const ofStaff = (today: string) => manifest(today, [shortcut(m.revenue_today(), today)]);
  return {
    [`manifest-${language}.webmanifest`]: manifest(paths.home, [visits, blood]),
    [`manifest-doctor-${language}.webmanifest`]: ofStaff(paths.doctorToday),
    [`manifest-business-${language}.webmanifest`]: ofStaff(paths.businessToday),
    [`manifest-desk-${language}.webmanifest`]: ofStaff(paths.deskToday),
  };
}

/** A page for the server to fill in. */
export async function renderTemplate(name: string, language: Locale) {
  const template = templates.find((candidate) => candidate.name === name);
  if (!template) throw new Error(`no template ${name}`);
  setLocale(language);
  fillTemplate(template);
  const page = await renderPage(template.path, language, template.address);
  emptyTemplate();
  return template.hasServersHead ? { ...emptyPage(), html: page.html } : page;
}

/** The `#root` of a page at an address whose data the server has embedded: what hydration expects. For tests of the server's pages. */
export async function renderFilled(address: string, language: Locale, answers: Record<string, unknown>) {
  await allRoutes();
  setEmbeddedResponses(answers);
  return (await renderPage(new URL(address, origin).pathname, language, address)).html;
}

/** The page that is rendered in the browser only. */
export function emptyPage() {
  return { html: "", title: "Doc Care", tags: headTags({ title: "" }, origin, "") };
}

/** `isForBooking`: for pages whose doctors and times are shown without scripts. */
export function renderNoScript(language: Locale, isForBooking = false): Promise<string> {
  setLocale(language);
  return asHtml(<NoScript isForBooking={isForBooking} />);
}

export function renderLostBar(language: Locale): Promise<string> {
  setLocale(language);
  return asHtml(<LostBar />);
}

/** Hidden below the page; `build/start.mjs` shows it when a script fails to load. */
function LostBar() {
  return (
    <div
      id="lost"
      role="alert"
      hidden
      className="sticky bottom-0 z-40 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t border-line bg-surface p-3 shadow-raised"
    >
      <p className="font-semibold">{m.error_module_load()}</p>
      <div className="flex gap-3">
        <button type="button" data-reload className={`${buttonLook({})} cursor-pointer`}>
          {m.action_reload()}
        </button>
        <button type="button" className={`${buttonLook({ tone: "quiet" })} shrink-0 cursor-pointer`}>
          {m.action_close()}
        </button>
      </div>
    </div>
  );
}

/** On top of the page, for browsers that run no scripts. */
function NoScript({ isForBooking }: { isForBooking: boolean }) {
  return (
    <noscript>
      <div className="border-b border-line bg-pending-soft py-4 text-pending-ink">
        <div className="page">
          <p className="text-lg font-bold">
            {isForBooking ? m.no_script_booking_title() : m.no_script_title()}
          </p>
          <p>{isForBooking ? m.no_script_booking_text() : m.no_script_text()}</p>
          <a
            href={isForBooking ? paths.home : paths.viewDoctors}
            className="inline-block py-2 font-semibold underline"
          >
            {isForBooking ? m.nav_home() : m.find_page_title()}
          </a>
        </div>
      </div>
    </noscript>
  );
}
