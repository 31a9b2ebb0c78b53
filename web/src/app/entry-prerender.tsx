/** The prerender step's way into the app: the public pages, and each as HTML in a language. */
import { StrictMode } from "react";
import { prerender } from "react-dom/static";
import { StaticRouter } from "react-router";
import { writeAnswers } from "../api/early-answers";
import { paths } from "../lib/paths";
import { type Locale, overwriteGetLocale } from "../paraglide/runtime";
import { App } from "./app";
import { descriptions, unlisted } from "./descriptions";
import { documentTitle } from "./document-title";
import { firstQuestions } from "./first-questions";
import { type AppRoute, notFound, routes } from "./routes";

export interface PrerenderedPage {
  html: string;
  title: string;
  description: string | undefined;
  /** What its inline script asks the server. */
  firstQuestion: string | undefined;
  /** Source files whose chunks the page needs. */
  files: string[];
}

export const publicPaths = [...Object.keys(descriptions), ...unlisted];
export const clientPaths = routes.map((route) => route.path).filter((path) => !publicPaths.includes(path));

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

export async function renderPage(path: string, language: Locale): Promise<PrerenderedPage> {
  const route = routes.find((candidate) => candidate.path === path) ?? notFound;
  return render(route, path, language);
}

async function render(route: AppRoute, path: string, language: Locale): Promise<PrerenderedPage> {
  overwriteGetLocale(() => language);
  await route.page.load();
  const { prelude } = await prerender(
    <StrictMode>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </StrictMode>,
    // One piece: React would otherwise send large boundaries late and move them with an inline script.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  return {
    html: await new Response(prelude).text(),
    title: documentTitle(route),
    description: descriptions[path]?.(),
    firstQuestion: firstQuestions[path],
    files: route.page.files,
  };
}
