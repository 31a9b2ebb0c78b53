/** The prerender step's way into the app: its routes, the public pages as HTML in a language, and what stands below each. */
import { type ReactNode, StrictMode } from "react";
import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router";
import { writeAnswers } from "../api/early-answers";
import { documentTitle, headTags } from "../lib/head";
import { paths } from "../lib/paths";
import { type Locale, overwriteGetLocale } from "../paraglide/runtime";
import { App } from "./app";
import { type AreaPage, pageOf } from "./area";
import { firstQuestions } from "./first-questions";
import { LostBar } from "./lost-bar";
import { NoScript } from "./no-script";
import { queryClient } from "./query-client";
import { isStaff, loadRoute, notFound, routes } from "./routes";

/** What absolute links begin with, until the server puts its own address there. */
const origin = "https://doccare.invalid";

/** A doctor's page is prerendered for nobody: the server puts each word in the place of its mark (`platform/web.rs`). */
export const doctorPath = paths.doctorPage;

const marked = (name: string) => `\ue000${name}\ue000`;

writeAnswers({
  "/user/api/doctor/:id": {
    data: {
      _id: ":id",
      Image: `/photos/${marked("photo")}-320.webp`,
      full_Name: marked("name"),
      specialization: marked("speciality"),
      doctor_ID: marked("number"),
      consultation_Fee: marked("fee"),
      district: "",
    },
  },
});

const isPublic = ({ description, isPrerendered }: AreaPage) => description !== undefined || isPrerendered;

/** Every route, with the source files whose chunks it is drawn with. */
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

export async function renderPage(path: string, language: Locale) {
  overwriteGetLocale(() => language);
  const page = pageOf(routes.find((candidate) => candidate.path === path) ?? notFound);
  const title = page.title();
  const html = await asHtml(
    <StrictMode>
      <StaticRouter location={path === notFound.path ? "/_not-found" : path}>
        <App />
      </StaticRouter>
    </StrictMode>,
  );
  // What a page keeps for half an hour would keep this step waiting as long.
  queryClient.clear();
  return {
    html,
    title: documentTitle(title, path),
    tags: headTags({ title, description: page.description?.() }, origin, path),
    firstQuestion: firstQuestions[path],
  };
}

/** The page that the browser draws itself. */
export function emptyPage() {
  return { html: "", title: "Doc Care", tags: headTags({ title: "" }, origin, "") };
}

export function renderNoScript(language: Locale): Promise<string> {
  overwriteGetLocale(() => language);
  return asHtml(<NoScript />);
}

export function renderLostBar(language: Locale): Promise<string> {
  overwriteGetLocale(() => language);
  return asHtml(<LostBar />);
}
