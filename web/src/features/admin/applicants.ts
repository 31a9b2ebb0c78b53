/** Those who wait for approval: doctors, hospitals and pharmacies in one shape. */
import type { components } from "../../api/schema";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";

export type Doctor = components["schemas"]["ProfileView"];
export type Facility = components["schemas"]["FacilityView"];
export type Applicant = Doctor | Facility;

export type Category = "Doctor" | "Hospital" | "Pharmacy";

export const categories: readonly Category[] = ["Doctor", "Hospital", "Pharmacy"];

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

/** Where the approved ones of a category are listed. */
export const workersOf = (category: Category) => `${paths.adminWorkers}?category=${category}`;

/** Where those who wait for a decision are. */
export const pendingOf = (category: Category) => `${paths.adminPending}?category=${category}`;

/** Where the names and licence numbers are that wait for a decision. */
export const changesTab = "Changes";
export const pendingChanges = `${paths.adminPending}?category=${changesTab}`;

/** Where everything about a doctor, or a user, stands. */
export const doctorAt = (id: string) => `${paths.adminDoctors}?doctor=${id}`;
export const userAt = (id: string) => `${paths.adminUsers}?user=${id}`;
