/** Where a visit is: at a hospital, or, where none is named, at the doctor's own clinic. */
import { m } from "../messages";
import { inLanguage } from "./words";

interface Hospital {
  name: string;
  nameMl?: string | null;
  address: string;
  addressMl?: string | null;
  city: string;
  district: string;
  state: string;
}

interface Clinic {
  consultation_Address: string;
  addressMl?: string | null;
  district: string;
}

export function placeName(hospital: Pick<Hospital, "name" | "nameMl"> | null | undefined): string {
  return hospital ? inLanguage(hospital.name, hospital.nameMl) : m.doctor_clinic();
}

/** How a place is found, with its district in the language of the page; without the name. */
export function placeAddress(
  hospital: Hospital | null | undefined,
  clinic: Clinic,
  districtName: (name: string) => string,
): string {
  if (!hospital) {
    const address = inLanguage(clinic.consultation_Address, clinic.addressMl);
    return `${address}, ${districtName(clinic.district)}`;
  }
  const { address, addressMl, city, district } = hospital;
  // A district's town often has the district's name, and an address in Malayalam names the town itself.
  const own = inLanguage(address, addressMl);
  const isTown = own !== address || city.toLowerCase() === district.toLowerCase();
  return [own, ...(isTown ? [] : [city]), districtName(district)].join(", ");
}

/** What a map is asked for: always as the map knows it. */
export function placeOnMap(
  hospital: Hospital | null | undefined,
  clinic: Clinic & { state?: string },
): string[] {
  if (!hospital) return [clinic.consultation_Address, clinic.district, clinic.state ?? "Kerala"];
  const { name, address, city, district, state } = hospital;
  return [name, address, city, district, state];
}
