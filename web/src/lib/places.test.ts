import { afterEach, expect, test } from "vitest";
import { setLocale } from "../messages/locale";
import { hospital } from "../testing/places";
import { doctorTitle, placeAddress, placeName, placeOnMap } from "./words";

const clinic = { consultation_Address: "Lotus Clinic", addressMl: "ലോട്ടസ് ക്ലിനിക്", district: "Kozhikode" };
const asWritten = (name: string) => name;

afterEach(() => setLocale("en"));

test("without a hospital it is the doctor's own clinic", () => {
  expect(placeName(null)).toBe("The doctor's clinic");
  expect(placeAddress(null, clinic, asWritten)).toBe("Lotus Clinic, Kozhikode");
  expect(placeOnMap(null, clinic)).toEqual(["Lotus Clinic", "Kozhikode", "Kerala"]);
});

test("a hospital's town is named where it is not the district's", () => {
  expect(placeName(hospital)).toBe("Malabar Hospital");
  expect(placeAddress(hospital, clinic, asWritten)).toBe("Beach Road, Kozhikode");
  expect(placeAddress({ ...hospital, city: "Vadakara" }, clinic, asWritten)).toBe(
    "Beach Road, Vadakara, Kozhikode",
  );
});

test("those who read Malayalam are shown what is known in it, and maps are asked in English", () => {
  setLocale("ml");
  expect(placeName(hospital)).toBe("മലബാർ ഹോസ്പിറ്റൽ");
  expect(placeAddress(hospital, clinic, asWritten)).toBe("Beach Road, Kozhikode");
  expect(placeAddress(null, clinic, asWritten)).toBe("ലോട്ടസ് ക്ലിനിക്, Kozhikode");
  expect(placeOnMap(hospital, clinic)).toContain("Malabar Hospital");
  expect(doctorTitle({ full_Name: "Asha", nameMl: "ആശ" })).toBe("ഡോ. ആശ");
  expect(doctorTitle({ full_Name: "Asha", nameMl: null })).toBe("ഡോ. Asha");
});
