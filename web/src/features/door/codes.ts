/** Selects the door code to show from those that the server sent. */
import { useTick } from "../../lib/server-clock";
import type { DoorCodes } from "./api";

const MINUTE_MS = 60_000;

/** By the age of the answer, because a device's clock may be wrong; undefined once the answer is too old. */
export function codeAt({ code, next, seconds }: DoorCodes, age: number): string | undefined {
  const left = seconds * 1000 - age;
  if (left > 0) return code;
  return left > -MINUTE_MS ? next : undefined;
}

/** The code to show now. It changes some seconds late, never early: the server accepts the last minute's code too. */
export function useDoorCode(codes: DoorCodes | undefined, answeredAt: number): string | undefined {
  const tick = useTick();
  return codes && codeAt(codes, tick - answeredAt);
}
