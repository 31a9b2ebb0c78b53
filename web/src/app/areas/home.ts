/** The first page, alone: nobody should wait for another's. */
import { Page as Home } from "../../features/home/pages/home";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import type { AreaPages } from "../area";

export const pages: AreaPages = {
  [paths.home]: { Page: Home, title: m.home_title, description: m.home_description },
};
