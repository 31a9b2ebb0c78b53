/** What a waiting-room screen stores on its device (its link, and whether it is silent), and its pairing code in an address. */
import { readStored, removeStored, store } from "../../lib/device-storage";

const tokenKey = "screenToken";
const soundKey = "screenSound";

export const screenToken = () => readStored(tokenKey) ?? "";

export function keepScreenToken(token: string): void {
  store(tokenKey, token);
}

export function forgetScreenToken(): void {
  removeStored(tokenKey);
}

export const isSilent = () => readStored(soundKey) === "off";

export function keepSilent(silent: boolean): void {
  store(soundKey, silent ? "off" : "on");
}

/** The code of a screen in the address of a page: behind the `#`, so that it is filled in where a phone scanned the screen. */
const prefix = "#screen-";

/** A page of Today with the code of a screen filled in. */
export const withScreenCode = (path: string, code: string) => `${path}${prefix}${code}`;

export const screenCodeIn = (hash: string) => (hash.startsWith(prefix) ? hash.slice(prefix.length) : "");

const pairPrefix = "#pair-";

/** The pairing code in the address of a scanned QR code, if any. */
export const pairCodeIn = (hash: string) =>
  hash.startsWith(pairPrefix) ? hash.slice(pairPrefix.length) : undefined;
