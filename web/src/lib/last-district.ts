/** The district in which somebody on this device looked last, so that it need not be chosen again. It goes when they log out. */
import { readStored, removeStored, store } from "./device-storage";
import { onGone } from "./session";

const key = "district";

/** The empty text where all districts were asked for; nothing where none was ever chosen here. */
export const lastDistrict = () => readStored(key);

export function keepDistrict(district: string): void {
  store(key, district);
}

if (typeof window !== "undefined") onGone(() => removeStored(key));
