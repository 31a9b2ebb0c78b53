/** Public pages that only inform. */

import { Page as ForBusiness } from "../../features/business/pages/for-business";
import { Page as About } from "../../features/home/pages/about";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import type { AreaPages } from "../area";
import { Page as Category } from "../pages/category";
import { Page as NotFound } from "../pages/not-found";

export const pages: AreaPages = {
  [paths.category]: { Page: Category, title: m.category_title, description: m.category_description },
  [paths.about]: { Page: About, title: m.about_title, description: m.about_description },
  [paths.forBusiness]: { Page: ForBusiness, title: m.business_title, description: m.business_description },
  "*": { Page: NotFound, title: m.not_found_title, isPrerendered: true },
};
