/** How much waits, on the corner of an icon. Whoever carries it says the number in its name. */
export function CountBadge({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span
      aria-hidden
      className="pointer-events-none absolute top-0 end-0.5 rounded-full bg-blood px-1.5 text-xs leading-snug font-bold text-on-blood"
    >
      {count > 99 ? "99+" : count}
    </span>
  );
}
