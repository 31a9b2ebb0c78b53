/** What a device that is a waiting-room screen keeps: its link, so that it needs no new code after a restart, and whether it is silent. */
import { readStored, removeStored, store } from "../../../lib/device-storage";

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
