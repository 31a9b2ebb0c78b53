/** The district of the last search on this device, until logout. */
import { readStored, removeStored, store } from "./device-storage";
import { onGone } from "./session";

const key = "district";

/** The empty text if all districts were selected; undefined if none was ever selected here. */
export const lastDistrict = () => readStored(key);

export function keepDistrict(district: string): void {
  store(key, district);
}

if (typeof window !== "undefined") onGone(() => removeStored(key));
