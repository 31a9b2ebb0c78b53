import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { paraglideVitePlugin } from "@inlang/paraglide-js";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { sharedChunks } from "./build/shared-chunks.mjs";

const server = "http://127.0.0.1:8080";

/** The server's list also holds every spelling that people type; a browser only needs what it shows and links. */
function leanSpecialities(): Plugin {
  return {
    name: "lean-specialities",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("/reference/specialities.json")) return;
      return JSON.stringify(JSON.parse(code), (key, value) => (key === "aliases" ? undefined : value));
    },
  };
}

/**
 * What we do not use of the router stays in every page unless it is taken out of it: pages that a link fetches ahead and errors
 * of routes, which only its framework and its data routers have. (Our links fetch ahead by `app/prefetch.ts`.)
 */
const unusedInRouter = [
  [/= usePrefetchBehavior\(\s*prefetch,\s*rest\s*\);/, "= [];"],
  [/return shouldPrefetch && .*: link;/, "return link;"],
  [/ \|\| defaultErrorElement;/, ";"],
  [/^ +RenderErrorBoundary,$/m, "null,"],
  [/^RenderErrorBoundary\.contextType = \w+;$/m, ""],
] as const;

/** Its forms and scroll restoration stay too, because bundlers cannot tell that making and naming a component does nothing else. */
function leanRouter(): Plugin {
  return {
    name: "lean-router",
    apply: "build",
    transform(code, id) {
      if (!id.includes("/node_modules/react-router/")) return;
      let lean = code
        .replace(/^\w+\.displayName = "\w+";$/gm, "")
        .replace(/= (\w+\.forwardRef\()/g, "= /* @__PURE__ */ $1");
      for (const [part, instead] of code.includes("function usePrefetchBehavior(") ? unusedInRouter : []) {
        if (!part.test(code)) throw new Error(`${id} is not as the router was written before: ${part}`);
        lean = lean.replace(part, instead);
      }
      return { code: lean, map: null };
    },
  };
}

/**
 * Paraglide makes three functions of every text, and a page carries hundreds of them: one will do. Its ways to find out the
 * language are not ours (`lib/language.ts`), which is all that is left of them.
 */
function leanMessages(): Plugin {
  const leanRuntime = `export const locales = ["en", "ml"];
    export let getLocale = () => "en";
    export const overwriteGetLocale = (own) => { getLocale = own; };`;
  const textAfter = (code: string, start: string) =>
    code.split(start)[1]?.match(/return .*? \((`[\s\S]*?`)\);?\n/)?.[1];
  /** A text, or the two of a plural: in both languages 1 alone is "one", and counts may be grouped texts ("1,234"). */
  const textIn = (code: string, locale: string) => {
    const own = `const ${locale}_${code.split(`const ${locale}_`)[1]?.split("\n};")[0]}\n`;
    const counted = /registry\.plural\("\w+", i\?\.(\w+)/.exec(own)?.[1];
    if (!counted) return textAfter(own, `const ${locale}_`);
    const [one, other] = ["one", "other"].map((form) => textAfter(own, `=== "${form}") `));
    return one && other && `(\`\${i.${counted}}\` === "1" ? ${one} : ${other})`;
  };
  return {
    name: "lean-messages",
    apply: "build",
    enforce: "pre",
    transform(code, id) {
      if (id.endsWith("/paraglide/runtime.js")) return { code: leanRuntime, map: null };
      if (!/\/paraglide\/messages\/[a-z]\w*\.js$/.test(id)) return;
      const [en, ml] = [textIn(code, "en"), textIn(code, "ml")];
      const name = /^export const (\w+)/m.exec(code)?.[1];
      if (!en || !ml || !name) throw new Error(`${id} is not as Paraglide wrote messages before`);
      const lean = `import { getLocale } from "../runtime.js";
        export const ${name} = (i) => getLocale() === "ml" ? ${ml} : ${en};`;
      return { code: lean, map: null };
    },
  };
}

/** Test files that put another module in a module's place, for which the rest of their process would have it too. */
const replacingModules = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => `src/${file}`)
  .filter((file) => readFileSync(file, "utf8").includes("vi.mock("));

export default defineConfig({
  plugins: [
    leanRouter(),
    leanSpecialities(),
    leanMessages(),
    // react-aria carries its labels in 34 languages; every label that people meet is ours (see messages/).
    optimizeLocales.vite({ locales: ["en-US"] }),
    // Its file watcher keeps vitest from ending; `npm run messages` compiles for the tests, with the same options.
    !process.env.VITEST &&
      paraglideVitePlugin({
        project: "./project.inlang",
        outdir: "./src/paraglide",
        strategy: ["baseLocale"],
      }),
    sharedChunks(),
    react(),
    tailwindcss(),
  ],
  resolve: {
    alias: { "@reference": fileURLToPath(new URL("../server/src/reference", import.meta.url)) },
  },
  server: {
    proxy: {
      "/user/api": server,
      "/admin/api": server,
      "/api": server,
      "/photos": server,
      "/healthz": server,
    },
    fs: { allow: [".", "../server/src/reference"] },
  },
  build: {
    manifest: "build-manifest.json",
    // The policy allows no data: fonts, and a hashed file caches better than an inlined one.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Every page carries all styles inline, so no chunk may ask for their file.
    cssCodeSplit: false,
  },
  ssr: { noExternal: true },
  test: {
    environment: "jsdom",
    setupFiles: ["./src/test-setup.ts"],
    env: { TZ: "UTC" },
    // Limits for a starved machine; whoever waits goes on at once.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Most files share a process, with its browser and its libraries; test-setup.ts clears what each leaves behind.
    projects: [
      {
        extends: true,
        test: {
          name: "together",
          isolate: false,
          include: ["src/**/*.test.{ts,tsx}"],
          exclude: replacingModules,
        },
      },
      { extends: true, test: { name: "alone", include: replacingModules } },
    ],
  },
});
