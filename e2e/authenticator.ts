/** An authenticator app: RFC 4648 and RFC 6238. */
import { createHmac } from "node:crypto";
import { now } from "./clock";

function bytesOf(secret: string): Buffer {
  const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret.replaceAll(" ", "")].map((letter) =>
    letters.indexOf(letter).toString(2).padStart(5, "0"),
  );
  return Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of this half minute, or of one before or after it: each is valid once. */
export function codeOf(secret: string, offBy = 0): string {
  const step = Buffer.alloc(8);
  step.writeBigInt64BE(BigInt(Math.floor(now() / 30_000) + offBy));
  const mac = createHmac("sha1", bytesOf(secret)).update(step).digest();
  const start = (mac.at(-1) ?? 0) & 15;
  return String((mac.readUInt32BE(start) & 0x7fff_ffff) % 1_000_000).padStart(6, "0");
}

/** Waits until enough of the half minute is left for a few codes in a row: the previous, the current and the next. */
export async function earlyInTheStep(): Promise<void> {
  const left = 30_000 - (now() % 30_000);
  if (left < 20_000) await new Promise((resolve) => setTimeout(resolve, left));
}
