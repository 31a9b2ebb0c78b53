/** The server's time. A device's own clock may be hours or days wrong, and what is today or over does not depend on it. */

/** Less is the line's delay and the header's full seconds. */
const MIN_OFFSET = 30_000;

let offset = 0;
const listeners = new Set<() => void>();

/** Learns from the `Date` of an answer that came just now. */
export function learnServerTime(date: string | null): void {
  const ahead = Date.parse(date ?? "") - Date.now();
  if (Number.isNaN(ahead)) return;
  const next = Math.abs(ahead) < MIN_OFFSET ? 0 : ahead;
  // By seconds it is another one each time.
  if (Math.abs(next - offset) < MIN_OFFSET / 2) return;
  offset = next;
  for (const listener of listeners) listener();
}

export const serverNow = () => Date.now() + offset;

/** Hears when the device's clock turns out to be wrong. */
export function onServerTime(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
