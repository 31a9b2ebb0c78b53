/** Public pages that only inform. */

import { LazyComponent } from "../../components/lazy-component";
import { Page as ForBusiness } from "../../features/business/pages/for-business";
import { Page as About } from "../../features/home/pages/about";
import { Page as Specialities } from "../../features/home/pages/category";
import { lazyModule } from "../../lib/lazy-module";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { Page as NotFound } from "../pages/not-found";
import type { AreaPages } from "./area";
import { LazyBookedVisit } from "./lazy-visits";

const doctors = lazyModule(() => import("./doctors"));

const offer = (
  <LazyComponent module={doctors}>
    {({ parts: { PhoneOffer, QueryScope } }) => (
      <QueryScope>
        <PhoneOffer />
      </QueryScope>
    )}
  </LazyComponent>
);

/** The specialities, below the booking that was just made. */
function Category() {
  return (
    <>
      <LazyBookedVisit />
      <Specialities offer={offer} />
    </>
  );
}

export const pages: AreaPages = {
  [paths.category]: { Page: Category, title: m.home_specialities, description: m.category_description },
  [paths.about]: { Page: About, title: m.about_title, description: m.about_description },
  [paths.forBusiness]: { Page: ForBusiness, title: m.nav_business, description: m.business_description },
  "*": { Page: NotFound, title: m.not_found_title, isPrerendered: true },
};
