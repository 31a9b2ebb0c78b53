import { rmSync } from "node:fs";
import { dataDir } from "./installation";

/** Playwright calls the file's default export. */
export default function teardown(): void {
  rmSync(dataDir, { recursive: true, force: true });
}
