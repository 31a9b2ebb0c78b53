/** An area is a set of pages in one chunk; the prerender step looks up its file in Vite's manifest. */
import type { ComponentType, ReactNode } from "react";
import { type LazyModule, lazyModule } from "../../lib/lazy-module";
import type { Role } from "../../lib/session";

export interface AreaPage {
  Page: ComponentType<{ title: string; shell: string }>;
  title: () => string;
  /** For search engines. A page with a description is prerendered. */
  description?: () => string;
  /** Prerendered too, but kept out of search engines. */
  isPrerendered?: true;
}

/** The pages of an area by their routes' paths. */
export type AreaPages = Readonly<Record<string, AreaPage>>;

interface Area {
  pages: AreaPages;
  /** Asks for the first data of the page at an address. */
  prefetch?: (to: Pick<URL, "pathname" | "search">) => void;
  /** The providers that its pages need. */
  Scope?: ComponentType<{ role: Role | undefined; children: ReactNode }>;
}

export interface AreaModule extends LazyModule<Area> {
  /** The source file, as Vite's manifest names it. */
  file: string;
}

const modules = import.meta.glob<Area>(["./*.{ts,tsx}", "!./area.ts", "!./lazy-visits.tsx"]);

/** By file name. */
const areas = new Map<string, AreaModule>(
  Object.entries(modules).map(([path, load]) => [
    path.replace(/^\.\/|\.tsx?$/g, ""),
    { file: `src/app/areas/${path.slice(2)}`, ...lazyModule(load) },
  ]),
);

export function areaNamed(name: string): AreaModule {
  const area = areas.get(name);
  if (!area) throw new Error(`no area ${name}`);
  return area;
}

/** The page of a route whose area is loaded. */
export function pageOf({ path, area }: { path: string; area: AreaModule }): AreaPage {
  const page = area.loaded()?.pages[path];
  if (!page) throw new Error(`no page for ${path}`);
  return page;
}
