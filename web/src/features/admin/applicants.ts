/** Applicants: doctors, hospitals and pharmacies in one shape. */
import type { components } from "../../api/schema";
import { paths } from "../../lib/paths";
import { m } from "../../messages";

export type Doctor = components["schemas"]["ProfileView"];
export type Facility = components["schemas"]["FacilityView"];
export type Applicant = Doctor | Facility;

export type Category = "Doctor" | "Hospital" | "Pharmacy";

export const categories: readonly Category[] = ["Doctor", "Hospital", "Pharmacy"];

/** The category in the address, in upper or lower case; doctors by default. */
export function categoryNamed(text: string): Category {
  return categories.find((category) => category.toLowerCase() === text.toLowerCase()) ?? "Doctor";
}

export function isDoctor(applicant: Applicant): applicant is Doctor {
  return "full_Name" in applicant;
}

export function plainName(applicant: Applicant): string {
  return isDoctor(applicant) ? applicant.full_Name : applicant.Hospital_name;
}

/** With a doctor's title. */
export function applicantName(applicant: Applicant): string {
  const name = plainName(applicant);
  return isDoctor(applicant) ? m.doctor_name({ name }) : name;
}

export const workersOf = (category: Category) => `${paths.adminWorkers}?category=${category}`;

export const pendingOf = (category: Category) => `${paths.adminPending}?category=${category}`;

/** Requested changes of names and licence numbers. */
export const changesTab = "Changes";
export const pendingChanges = `${paths.adminPending}?category=${changesTab}`;

/** The sheet of a doctor or a user. */
export const doctorAt = (id: string) => `${paths.adminDoctors}?doctor=${id}`;
export const userAt = (id: string) => `${paths.adminUsers}?user=${id}`;
