import { Page as Privacy } from "../../features/home/pages/privacy";
import { Page as Terms } from "../../features/home/pages/terms";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import type { AreaPages } from "./area";

export const pages: AreaPages = {
  [paths.privacy]: { Page: Privacy, title: m.privacy_title, description: m.privacy_description },
  [paths.terms]: { Page: Terms, title: m.terms_title, description: m.terms_description },
};
