const format = new Intl.NumberFormat("en-IN", {
  style: "currency",
  currency: "INR",
  maximumFractionDigits: 0,
});

/** Whole rupees, grouped the Indian way in both languages: ₹1,00,000. (`ml-IN` would group the western way.) */
export function rupees(amount: number): string {
  return format.format(amount);
}
