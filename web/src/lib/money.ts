/**
 * A number grouped the Indian way in both languages: 1,00,000. Without `Intl.NumberFormat`, whose construction takes a cheap phone a tenth
 * of a second (and `ml-IN` would group the western way).
 */
export function grouped(count: number): string {
  return String(count).replace(/\d(?=(\d\d)+\d$)/g, "$&,");
}

/** An amount in paise, with two decimals: ₹1,234.50. */
export function rupeesOfPaise(paise: number): string {
  const fraction = String(paise % 100).padStart(2, "0");
  return `₹${grouped(Math.floor(paise / 100))}.${fraction}`;
}

/** Whole rupees: ₹1,00,000. */
export function rupees(amount: number): string {
  return `₹${grouped(amount)}`;
}
