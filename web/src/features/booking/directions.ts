interface Clinic {
  consultation_Address: string;
  district: string;
}

/** A search on Google's map, which opens the map app of a phone. */
export function directionsTo({ consultation_Address, district }: Clinic): string {
  const place = `${consultation_Address}, ${district}, Kerala`;
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
}
