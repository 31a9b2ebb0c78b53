const second = 1_000;

/** How long to wait before the next try: twice as long after every failure, up to half a minute, and not for everybody at the same moment. */
export function backOff(failures: number, random: number): number {
  const longest = Math.min(30, 2 ** (failures - 1)) * second;
  return longest * (0.5 + random / 2);
}
