/** A doctor's queue by a link: for waiting patients, and for the screen. */
import { Page as Screen } from "../../features/screen/pages/screen";
import { Page as MessageLink } from "../../features/visit/pages/message-link";
import { Page as Visit } from "../../features/visit/pages/visit";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { QueryScope } from "../scopes/query-scope";
import type { AreaPages } from "./area";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.visit]: { Page: Visit, title: m.visit_title },
  [paths.messageLink]: { Page: MessageLink, title: m.visit_title },
  [paths.screen]: { Page: Screen, title: m.screen_title },
};
