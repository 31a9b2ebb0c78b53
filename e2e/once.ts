/** Playwright reads its configuration in every process; the first one sets the value for all. */
export function once(name: string, value: () => string): string {
  process.env[name] ??= value();
  return process.env[name];
}
