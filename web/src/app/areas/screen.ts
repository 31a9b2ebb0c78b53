import { Page } from "../../features/booking/pages/screen";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import type { AreaPages } from "../area";
import { QueryScope } from "../query-scope";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.screen]: { Page, title: m.queue_screen_title },
};
