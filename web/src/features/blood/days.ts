/** Plain days ("2024-01-05"), read in UTC so that no zone moves them. */

const oneDay = 86_400_000;

export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * oneDay).toISOString().slice(0, 10);
}
