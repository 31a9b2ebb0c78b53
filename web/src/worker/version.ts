/** The version of the web app that this worker belongs to. The build replaces the mark. */
export const version = "@version@";

/** The server's version, unless the response may come from the browser's cache, which can be older than the server. */
export function servedVersion({ headers }: Response): string | null {
  return /no-(store|cache)/.test(headers.get("Cache-Control") ?? "") ? headers.get("Doccare-Version") : null;
}
