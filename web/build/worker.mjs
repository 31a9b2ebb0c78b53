/** Builds the service workers: one file each, without imports, because a browser loads them before anything else of a version. */
import { fileURLToPath } from "node:url";
import { build } from "vite";

const fromHere = (path) => fileURLToPath(new URL(path, import.meta.url));

/** As text, with the mark of the version still in it. */
export async function workerScript(name) {
  const { output } = await build({
    configFile: false,
    publicDir: false,
    logLevel: "error",
    build: {
      write: false,
      target: "es2022",
      rolldownOptions: { input: fromHere(`../src/worker/${name}.ts`), output: { format: "iife" } },
    },
  });
  return output[0].code;
}
