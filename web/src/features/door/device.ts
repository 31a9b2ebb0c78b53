/** The random name by which the doors of places tell phones apart, so that none takes many tokens. It says nothing about its owner. */
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
