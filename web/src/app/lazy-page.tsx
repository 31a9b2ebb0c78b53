/** Pages are separate chunks, found by their file, so that the prerender step can name the chunks of each route. */
import { type ComponentType, type ReactNode, use } from "react";
import { type Download, download } from "../lib/download";
import type { Shell } from "./routes";

interface PageProps {
  title: string;
  shell: Shell;
}

interface LoadedPage {
  Page: ComponentType<PageProps>;
  /** What the page needs around it. */
  Scope?: ComponentType<{ children: ReactNode }>;
}

export interface LazyPage extends Download<LoadedPage> {
  /** The source files behind the page, as Vite's manifest names them. */
  files: string[];
}

const modules = import.meta.glob<LoadedPage>([
  "../features/*/pages/*.tsx",
  "./pages/*.tsx",
  "!**/*.test.tsx",
]);

async function loadPage(file: string, withQueries: boolean): Promise<LoadedPage> {
  const load = modules[`${file.startsWith("features/") ? "../" : "./"}${file}.tsx`];
  if (!load) throw new Error(`no page file ${file}`);
  const [{ Page }, scope] = await Promise.all([load(), withQueries ? import("./query-scope") : undefined]);
  return { Page, Scope: scope?.QueryScope };
}

/** A page by its file: relative to `src/` for a feature's, to `app/` for the app's own. */
export function lazyPage(file: string, { queries = false } = {}): LazyPage {
  const source = file.startsWith("features/") ? `src/${file}.tsx` : `src/app/${file}.tsx`;
  return {
    files: queries ? [source, "src/app/query-scope.tsx"] : [source],
    ...download(() => loadPage(file, queries)),
  };
}

/** Unlike React.lazy it renders at once what was loaded before: the prerender step and hydration load first. */
export function PageOf({ page, ...props }: PageProps & { page: LazyPage }) {
  const { Page, Scope } = page.loaded() ?? use(page.load());
  if (!Scope) return <Page {...props} />;
  return (
    <Scope>
      <Page {...props} />
    </Scope>
  );
}
