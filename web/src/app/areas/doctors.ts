import { matchPath } from "react-router";
import { prefetchList, prefetchOne } from "../../api/query";
import { doctorQuery, findDoctorsQuery } from "../../features/directory/api";
import { doctorParams } from "../../features/directory/filters";
import { PhoneOffer } from "../../features/home/phone-offer";
import { availabilityQuery } from "../../features/slots/api";
import { readFilters } from "../../lib/address";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { Page as DoctorPage } from "../pages/doctor-page";
import { Page as FindDoctors } from "../pages/find-doctors";
import { queryClient } from "../scopes/query-client";
import { QueryScope } from "../scopes/query-scope";
import type { AreaPages } from "./area";

/** For the page of specialities, from which people go on to the list of doctors. */
export const parts = { PhoneOffer, QueryScope };

export const Scope = QueryScope;

export function prefetch({ pathname, search }: Pick<URL, "pathname" | "search">): void {
  const id = matchPath(paths.doctorPage, pathname)?.params.id;
  if (id) {
    prefetchOne(queryClient, doctorQuery(id));
    prefetchOne(queryClient, availabilityQuery(id));
  } else {
    const filters = readFilters(doctorParams, { search, hash: "" });
    prefetchList(queryClient, findDoctorsQuery(filters, pathname + search));
  }
}

export const pages: AreaPages = {
  [paths.viewDoctors]: { Page: FindDoctors, title: m.find_page_title, description: m.find_page_description },
  [paths.doctorPage]: { Page: DoctorPage, title: m.doctor_page_title },
};
