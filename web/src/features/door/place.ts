/** A place with a door, in words. */
import { doctorTitle, inLanguage } from "../../lib/words";
import { m } from "../../messages";
import type { Door } from "./api";

/** As in "Malabar Hospital", or "The clinic of Dr. Asha Nair". */
export function placeTitle({ hospital, name, nameMl }: Door): string {
  if (hospital) return inLanguage(name, nameMl);
  return m.door_clinic_of({ doctor: doctorTitle({ full_Name: name, nameMl }) });
}
