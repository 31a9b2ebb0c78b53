/** The other time that is offered by a link when a session moves. */
import { Page } from "../../features/booking/pages/move";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { QueryScope } from "../scopes/query-scope";
import type { AreaPages } from "./area";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.visitMove]: { Page, title: m.move_title, isPrerendered: true },
};
