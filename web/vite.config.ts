import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import optimizeLocales from "@react-aria/optimize-locales-plugin";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { writeMessages } from "./build/messages.mjs";
import { sharedChunks } from "./build/shared-chunks.mjs";

const server = "http://127.0.0.1:8080";

const fromHere = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** The server's list also has every accepted spelling; a browser only needs the names that it shows and links. */
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

/** In development: a changed catalogue is written to the modules of its texts. */
function messages(): Plugin {
  return {
    name: "messages",
    configureServer: ({ watcher }) => {
      watcher.on("change", (file) => file.startsWith(fromHere("./messages/")) && writeMessages());
    },
  };
}

/** Test files that mock modules run in a separate process, because the other files would get the mock too. */
const replacingModules = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => `src/${file}`)
  .filter((file) => readFileSync(file, "utf8").includes("vi.mock("));

export default defineConfig({
  plugins: [
    leanSpecialities(),
    // react-aria contains its labels in 34 languages; every label that users see is ours (see messages/).
    optimizeLocales.vite({ locales: ["en-US"] }),
    messages(),
    sharedChunks(),
    react(),
    tailwindcss(),
  ],
  resolve: {
    alias: [
      // The package exports only its development build; the production build leaves the warnings out.
      {
        find: /^react-router$/,
        replacement: fromHere("./node_modules/react-router/dist/production/index.mjs"),
      },
      { find: "@reference", replacement: fromHere("../server/src/reference") },
    ],
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
    // Every page has all styles inline, so no chunk may request their file.
    cssCodeSplit: false,
  },
  ssr: { noExternal: true },
  test: {
    environment: "jsdom",
    setupFiles: ["./src/test-setup.ts"],
    env: { TZ: "UTC" },
    // Timeouts for an overloaded machine; waiting and polling end as soon as the condition holds.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 30_000 } },
    // Most files share a process, with its jsdom and libraries; test-setup.ts resets the state between them.
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
