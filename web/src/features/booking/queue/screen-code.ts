/** The code of a screen in the address of a page: behind the `#`, so that it is filled in where a phone scanned the screen. */
const prefix = "#screen-";

/** A page of Today with the code of a screen filled in. */
export const withScreenCode = (path: string, code: string) => `${path}${prefix}${code}`;

export const screenCodeIn = (hash: string) => (hash.startsWith(prefix) ? hash.slice(prefix.length) : "");

const pairPrefix = "#pair-";

/** The code in the address that a screen shows as a QR code; nothing in any other address. */
export const pairCodeIn = (hash: string) =>
  hash.startsWith(pairPrefix) ? hash.slice(pairPrefix.length) : undefined;
