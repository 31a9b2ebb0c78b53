/** A search on Google's map for a place (its address, then what it lies in), which opens the map app of a phone. */
export function directionsTo(...place: string[]): string {
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place.join(", "))}`;
}
