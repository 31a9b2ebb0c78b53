/** The first screen must come at once, on any phone; what lies below it can come in larger helpings. */
const firstPage = "6";
const laterPages = "12";

/** How many rows to ask for; the first page has no cursor. */
export function pageSize(cursor: string): string {
  return cursor ? laterPages : firstPage;
}
