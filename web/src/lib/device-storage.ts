/** Local storage that may be refused (private mode, blocked site data, full): then nothing is stored or found. */
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
