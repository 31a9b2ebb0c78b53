/** What is still ahead comes first, the nearest on top; then what is over or cancelled, the latest on top. */
interface Visit {
  startsAt: string;
  changeable: boolean;
}

/** The server decides what is ahead (`changeable`), so no clock of a phone is asked. */
export function inOrder<V extends Visit>(visits: readonly V[]): { upcoming: V[]; earlier: V[] } {
  const byStart = visits.toSorted((a, b) => (a.startsAt < b.startsAt ? -1 : 1));
  return {
    upcoming: byStart.filter(({ changeable }) => changeable),
    earlier: byStart.filter(({ changeable }) => !changeable).reverse(),
  };
}
