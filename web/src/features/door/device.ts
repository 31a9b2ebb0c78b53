/** A random id of this device, by which the server limits the tokens of one phone. It contains nothing about the owner. */
import { readStored, store } from "../../lib/device-storage";

const key = "doorDevice";

/** For browsers that store nothing: as long as the page is open. */
let unstored: string | undefined;

function randomName(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function doorDevice(): string {
  const known = readStored(key) ?? unstored;
  if (known) return known;
  unstored = randomName();
  store(key, unstored);
  return unstored;
}
