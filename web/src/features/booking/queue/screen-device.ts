/** What a device that is a waiting-room screen keeps: its link, so that it needs no new code after a restart, and whether it is silent. */
const tokenKey = "screenToken";
const soundKey = "screenSound";

/** A browser may refuse storage: then the link is in the address alone. */
function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

export const screenToken = () => storage()?.getItem(tokenKey) ?? "";

export function keepScreenToken(token: string): void {
  storage()?.setItem(tokenKey, token);
}

export function forgetScreenToken(): void {
  storage()?.removeItem(tokenKey);
}

export const isSilent = () => storage()?.getItem(soundKey) === "off";

export function keepSilent(silent: boolean): void {
  storage()?.setItem(soundKey, silent ? "off" : "on");
}
