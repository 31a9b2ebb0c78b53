/** Pages are separate chunks, found by their file, so that the prerender step can name the chunks of each route. */
import { type ComponentType, type ReactNode, use } from "react";
import type { Shell } from "./routes";

export type Page = ComponentType<{ title: string; shell: Shell }>;

type Scope = ComponentType<{ children: ReactNode }>;

export interface LazyPage {
  /** The source files behind the page, as Vite's manifest names them. */
  files: string[];
  load: () => Promise<Page>;
  Component: Page;
}

const modules = import.meta.glob<{ Page: Page }>([
  "../features/*/pages/*.tsx",
  "./pages/*.tsx",
  "!**/*.test.tsx",
]);

async function loadPage(file: string, withQueries: boolean): Promise<Page> {
  const load = modules[`${file.startsWith("features/") ? "../" : "./"}${file}.tsx`];
  if (!load) throw new Error(`no page file ${file}`);
  if (!withQueries) return (await load()).Page;
  const [{ Page: Inner }, { QueryScope }] = await Promise.all([load(), import("./query-scope")]);
  return scoped(Inner, QueryScope);
}

function scoped(Inner: Page, Around: Scope): Page {
  return function ScopedPage(props) {
    return (
      <Around>
        <Inner {...props} />
      </Around>
    );
  };
}

/**
 * A page by its file, relative to `src/` for features and to `app/` for the app's own.
 * Unlike React.lazy it renders at once when it was loaded before: the prerender step and hydration load first.
 */
export function lazyPage(file: string, { queries = false } = {}): LazyPage {
  let loaded: Page | undefined;
  let loading: Promise<Page> | undefined;

  function load(): Promise<Page> {
    loading ??= loadPage(file, queries).then(
      (page) => {
        loaded = page;
        return page;
      },
      (error) => {
        // A failed download may work the next time.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  }

  function Lazy(props: { title: string; shell: Shell }) {
    const Loaded = loaded ?? use(load());
    return <Loaded {...props} />;
  }

  const source = file.startsWith("features/") ? `src/${file}.tsx` : `src/app/${file}.tsx`;
  return { files: queries ? [source, "src/app/query-scope.tsx"] : [source], load, Component: Lazy };
}
