/** The app's own source files, for the tests that read code. */
import { readdirSync, readFileSync } from "node:fs";

export interface SourceFile {
  /** Relative to `src/`. */
  path: string;
  text: string;
}

export function sourceFiles(): SourceFile[] {
  return readdirSync("src", { recursive: true, encoding: "utf8" })
    .filter(
      (path) =>
        /\.tsx?$/.test(path) &&
        !/\.test\.tsx?$|^messages\/generated\/|^(checks|testing)\/|\.d\.ts$/.test(path),
    )
    .map((path) => ({ path, text: readFileSync(`src/${path}`, "utf8") }));
}
