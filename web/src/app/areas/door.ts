/** The door of a place: the page on which patients mark their arrival, and the poster that links to it. */
import { Page as Door } from "../../features/door/pages/door";
import { Page as Poster } from "../../features/door/pages/poster";
import { paths } from "../../lib/paths";
import { m } from "../../messages";
import { QueryScope } from "../scopes/query-scope";
import type { AreaPages } from "./area";

export const Scope = QueryScope;

export const pages: AreaPages = {
  [paths.door]: { Page: Door, title: m.door_title },
  [paths.doorPoster]: { Page: Poster, title: m.poster_title },
};
