/**
 * What search engines are told about the public pages. A page that stands here is prerendered; the others are drawn
 * in the browser. Only the prerender step reads this, so that no visitor downloads it.
 */
import { paths } from "../lib/paths";
import { m } from "../paraglide/messages";

export const descriptions: Readonly<Record<string, () => string>> = {
  [paths.home]: m.home_description,
  [paths.category]: m.category_description,
  [paths.about]: m.about_description,
  [paths.privacy]: m.privacy_description,
  [paths.terms]: m.terms_description,
  [paths.login]: m.login_description,
  [paths.registration]: m.registration_description,
  [paths.doctorLogin]: m.doctor_login_description,
  [paths.viewDoctors]: m.doctors_description,
  [paths.bloodDonate]: m.donate_description,
  [paths.bloodRequest]: m.blood_request_description,
  [paths.bloodFacts]: m.blood_facts_description,
  [paths.medicines]: m.medicines_description,
  [paths.contact]: m.contact_description,
  [paths.forBusiness]: m.business_description,
  [paths.doctorRegister]: m.doctor_register_description,
  [paths.hospitalRegister]: m.hospital_register_description,
  [paths.adminLogin]: m.admin_login_description,
};

/** Prerendered too, but of no use to somebody who searches. */
export const unlisted: readonly string[] = [
  paths.forgotPassword,
  paths.resetPassword,
  paths.confirmEmail,
  paths.ownBloodRequest,
  paths.bloodAnswer,
  paths.bloodDonor,
];
