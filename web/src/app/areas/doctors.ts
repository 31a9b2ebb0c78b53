import { PhoneOffer } from "../../features/home/phone-offer";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { Page as DoctorPage } from "../pages/doctor-page";
import { Page as FindDoctors } from "../pages/find-doctors";
import { QueryScope } from "../scopes/query-scope";
import type { AreaPages } from "./area";

/** For the page of specialities, from which people go on to the list of doctors. */
export const parts = { PhoneOffer, QueryScope };

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.viewDoctors]: { Page: FindDoctors, title: m.find_page_title, description: m.find_page_description },
  [paths.doctorPage]: { Page: DoctorPage, title: m.doctor_page_title },
};
