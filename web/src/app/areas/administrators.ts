/** Who administers. A download of its own: it is opened once a month. */
import { Page } from "../../features/administrators/pages/administrators";
import { paths } from "../../lib/paths";
import { m } from "../../paraglide/messages";
import type { AreaPages } from "../area";
import { QueryScope } from "../query-scope";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.adminAdministrators]: { Page, title: m.administrators },
};
