import { m } from "../paraglide/messages";

interface ListCountProps {
  pages: readonly { data: readonly unknown[]; total: number; cut: boolean }[];
  /** How many there are in all, in words. */
  countText: (total: number) => string;
}

/** How much a list holds, and whether a search found more than it lists. */
export function ListCount({ pages, countText }: ListCountProps) {
  const latest = pages.at(-1);
  const isEmpty = pages.every(({ data }) => data.length === 0);
  return (
    <p role="status" className={isEmpty ? "sr-only" : "mb-3 text-muted"}>
      {countText(latest?.total ?? 0)}
      {latest?.cut && ` · ${m.list_cut()}`}
    </p>
  );
}
