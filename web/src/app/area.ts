/** Pages that belong together are one download, found by its file, so that the prerender step can name the chunks of each route. */
import type { ComponentType, ReactNode } from "react";
import { type Download, download } from "../lib/download";
import type { Shell } from "./routes";

export interface AreaPage {
  Page: ComponentType<{ title: string; shell: Shell }>;
  title: () => string;
  /** What search engines are told about a public page. A page that has one is prerendered. */
  description?: () => string;
  /** Prerendered too, but of no use to somebody who searches. */
  isPrerendered?: true;
}

/** The pages of an area by their routes' paths. */
export type AreaPages = Readonly<Record<string, AreaPage>>;

interface Area {
  pages: AreaPages;
  /** What its pages need around them. */
  Scope?: ComponentType<{ children: ReactNode }>;
}

export interface AreaDownload extends Download<Area> {
  /** The source file behind it, as Vite's manifest names it. */
  file: string;
}

const modules = import.meta.glob<Area>("./areas/*.ts");

export function area(name: string): AreaDownload {
  const load = modules[`./areas/${name}.ts`];
  if (!load) throw new Error(`no area ${name}`);
  return { file: `src/app/areas/${name}.ts`, ...download(load) };
}

/** The page of a route whose area is loaded. */
export function pageOf({ path, area }: { path: string; area: AreaDownload }): AreaPage {
  const page = area.loaded()?.pages[path];
  if (!page) throw new Error(`no page for ${path}`);
  return page;
}
