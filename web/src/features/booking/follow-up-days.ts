/** As many days as one may ask for. */
const most = 365;
const dayLength = 86_400_000;

/** The day so many days after one such as "2024-01-05"; nothing while the number is half written. */
export function dayAfter(day: string, days: string): string | undefined {
  const count = /^\d{1,3}$/.test(days.trim()) ? Number(days) : 0;
  if (count < 1 || count > most) return undefined;
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * dayLength).toISOString().slice(0, 10);
}
