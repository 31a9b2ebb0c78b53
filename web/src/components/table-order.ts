/** In which order a table shows its rows, and how a press on a column's heading changes it. */
export interface Order {
  column: string;
  direction: "ascending" | "descending";
}

/** Up, then down, then as the server sent them. */
export function turned(order: Order | undefined, column: string): Order | undefined {
  if (order?.column !== column) return { column, direction: "ascending" };
  return order.direction === "ascending" ? { column, direction: "descending" } : undefined;
}

export function inOrderOf<Row>(
  rows: readonly Row[],
  sortBy: (row: Row) => string,
  direction: Order["direction"],
): Row[] {
  const sign = direction === "ascending" ? 1 : -1;
  return rows.toSorted((a, b) => sign * sortBy(a).localeCompare(sortBy(b)));
}
