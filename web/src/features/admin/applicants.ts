/** Those who wait for approval: doctors, hospitals and pharmacies in one shape. */
import type { components } from "../../api/schema";
import { m } from "../../paraglide/messages";

type Doctor = components["schemas"]["ProfileView"];
type Facility = components["schemas"]["FacilityView"];
export type Applicant = Doctor | Facility;

export type Category = "Doctor" | "Hospital" | "Pharmacy";

const labels: Record<Category, () => string> = {
  Doctor: m.doctor_area,
  Hospital: m.business_hospital,
  Pharmacy: m.forgot_role_pharmacy,
};

export const categories: readonly Category[] = ["Doctor", "Hospital", "Pharmacy"];

export function categoryLabel(category: Category): string {
  return labels[category]();
}

/** The one that stands in the address, in any case of letters; else the product's first. */
export function categoryNamed(text: string): Category {
  return categories.find((category) => category.toLowerCase() === text.toLowerCase()) ?? "Doctor";
}

export function isDoctor(applicant: Applicant): applicant is Doctor {
  return "full_Name" in applicant;
}

/** Without a doctor's title. */
export function plainName(applicant: Applicant): string {
  return isDoctor(applicant) ? applicant.full_Name : applicant.Hospital_name;
}

/** As people call them. */
export function applicantName(applicant: Applicant): string {
  const name = plainName(applicant);
  return isDoctor(applicant) ? m.doctor_name({ name }) : name;
}
