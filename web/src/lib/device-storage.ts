/**
 * What the browser keeps on this device. It may refuse (private mode, blocked site data, a full store): then nothing is kept, and
 * reading finds nothing.
 */
function tried<Of>(use: (storage: Storage) => Of): Of | undefined {
  try {
    return use(window.localStorage);
  } catch {
    return undefined;
  }
}

export const readStored = (key: string) => tried((storage) => storage.getItem(key)) ?? undefined;

export function store(key: string, value: string): void {
  tried((storage) => storage.setItem(key, value));
}

export function removeStored(key: string): void {
  tried((storage) => storage.removeItem(key));
}
