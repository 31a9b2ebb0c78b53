/** The district in which somebody on this device looked last, so that it need not be chosen again. It goes when they log out. */
import { onGone } from "./session";

const key = "district";

function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

/** The empty text where all districts were asked for; nothing where none was ever chosen here. */
export const lastDistrict = () => storage()?.getItem(key) ?? undefined;

export function keepDistrict(district: string): void {
  storage()?.setItem(key, district);
}

if (typeof window !== "undefined") onGone(() => storage()?.removeItem(key));
