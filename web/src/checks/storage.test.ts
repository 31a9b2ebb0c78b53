import { expect, test } from "vitest";
import { sourceFiles } from "./source-files";

const stores = /\b(localStorage|sessionStorage|indexedDB|caches\.open|document\.cookie\s*=|device-storage";)/;

/**
 * Every use of browser storage, with its content: tokens and ids; the address at which a new version was loaded; the language; the
 * district of the last search, until a logout; the random name of the last logout; the link of a waiting-room screen, and whether it is
 * silent; the random name of a phone at doors; whether the app was offered; for the tab and its account only, unsent input; and, by the
 * service worker and until a logout, what a patient saw.
 */
const known = [
  "api/new-version.ts",
  "features/door/device.ts",
  "features/screen/device.ts",
  "lib/device-storage.ts",
  "lib/install-prompt.ts",
  "lib/language.ts",
  "lib/last-district.ts",
  "lib/session.ts",
  "lib/tab-owner.ts",
  "worker/main.ts",
];

test("what people see or type is kept in the browser by these modules alone", () => {
  const keepers = sourceFiles().filter(({ path, text }) => path !== "test-setup.ts" && stores.test(text));
  expect(keepers.map(({ path }) => path).sort()).toEqual(known);
});
