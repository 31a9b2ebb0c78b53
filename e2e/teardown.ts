import { rmSync } from "node:fs";
import { folder } from "./installation";

/** Playwright calls the file's default export. */
export default function teardown(): void {
  rmSync(folder, { recursive: true, force: true });
}
