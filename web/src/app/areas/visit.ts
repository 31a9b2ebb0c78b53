/** A doctor's line by a link: for who waits in it, and for the waiting room. */
import { Page as Screen } from "../../features/booking/pages/screen";
import { Page as Visit } from "../../features/booking/pages/visit";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import type { AreaPages } from "../area";
import { QueryScope } from "../query-scope";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.visit]: { Page: Visit, title: m.visit_title },
  [paths.screen]: { Page: Screen, title: m.screen_title },
};
