import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import type { AreaPages } from "../area";
import { Page as DoctorPage } from "../pages/doctor-page";
import { Page as FindDoctors } from "../pages/find-doctors";
import { QueryScope } from "../query-scope";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.viewDoctors]: { Page: FindDoctors, title: m.doctors_title, description: m.doctors_description },
  [paths.doctorPage]: { Page: DoctorPage, title: m.doctor_page_title },
};
