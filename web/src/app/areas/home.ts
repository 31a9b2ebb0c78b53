/** The first page, alone: nobody should wait for another's. */
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import type { AreaPages } from "../area";
import { Page as Home } from "../pages/home";

export const pages: AreaPages = {
  [paths.home]: { Page: Home, title: m.home_title, description: m.home_description },
};
